const absolute = 1e-9;

/** The two numbers that a deliverable may print (RG-09). */
export interface Headline {
  readonly reproduced?: string;
  readonly claimed?: string;
}

export function headlineIn(stdout: string): Headline {
  const reproduced = marker('REPRODUCED', stdout);
  const claimed = marker('CLAIMED_HEADLINE', stdout);
  return { ...(reproduced === undefined ? {} : { reproduced }), ...(claimed === undefined ? {} : { claimed }) };
}

/** Why the printed numbers do not agree, or undefined; a missing marker is no reason (RG-09). The store's extremum is not asked (RG-10). */
export function headlineProblem({ reproduced, claimed }: Headline, tolerance: number): string | undefined {
  if (reproduced === undefined || claimed === undefined) return undefined;
  const [found, said] = [Number(reproduced), Number(claimed)];
  if (Number.isFinite(found) && Number.isFinite(said) && Math.abs(found - said) <= absolute + tolerance * Math.abs(said)) return undefined;
  return `it prints REPRODUCED: ${reproduced} but CLAIMED_HEADLINE: ${claimed}`;
}

/** The number after the first marker; without one, the word that stands there. */
function marker(name: string, stdout: string): string | undefined {
  const number = new RegExp(`\\b${name}:[ \\t]*([-+]?(?:\\d+\\.?\\d*|\\.\\d+)(?:[eE][-+]?\\d+)?)`).exec(stdout);
  return number?.[1] ?? new RegExp(`\\b${name}:[ \\t]*(\\S+)`).exec(stdout)?.[1];
}
