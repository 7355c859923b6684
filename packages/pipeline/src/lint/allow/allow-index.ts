import type { Diagnostic } from '../../diagnostic.ts';
import type { Allow } from './read-allows.ts';

/** The allow comments of one rule, so that those which cover a finding are found without looking at all. */
export class AllowIndex {
  readonly #everywhere: Allow[] = [];
  readonly #byNode = new Map<string, Allow[]>();
  /** Statements that hold no others: in order, and apart from each other. */
  readonly #statements: Allow[] = [];

  add(allow: Allow): void {
    if (allow.scope === undefined || allow.isGroup === true) this.#everywhere.push(allow);
    else this.#statements.push(allow);
    if (allow.node === undefined) return;
    const list = this.#byNode.get(allow.node) ?? [];
    list.push(allow);
    this.#byNode.set(allow.node, list);
  }

  covering({ range, node }: Diagnostic): Allow[] {
    const found = this.#everywhere.filter(({ scope }) => scope === undefined || (range !== undefined && holds(scope, range.start)));
    if (node !== undefined) found.push(...(this.#byNode.get(node) ?? []));
    if (range === undefined) return found;
    for (let at = this.#lastBefore(range.start); at >= 0; at--) {
      const allow = this.#statements[at];
      if (allow?.scope === undefined || !holds(allow.scope, range.start)) break;
      found.push(allow);
    }
    return found;
  }

  #lastBefore(offset: number): number {
    let low = 0;
    let high = this.#statements.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#statements[middle]?.scope?.start ?? 0) <= offset) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }
}

function holds(scope: { readonly start: number; readonly end: number }, offset: number): boolean {
  return offset >= scope.start && offset < Math.max(scope.end, scope.start + 1);
}
