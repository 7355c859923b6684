import fc from 'fast-check';

/** Conditions that a plan uses, each with its meaning written down a second time. */
export const conditions = {
  success: { text: 'outcome=success', holds: (s: Scope) => (s.label || s.status) === 'success', reads: '' },
  fail: { text: 'outcome=fail', holds: (s: Scope) => (s.label || s.status) === 'fail', reads: '' },
  statusFail: { text: 'status=fail', holds: (s: Scope) => s.status === 'fail', reads: '' },
  notSuccess: { text: 'outcome!=success', holds: (s: Scope) => (s.label || s.status) !== 'success', reads: '' },
  skipped: { text: 'status=skipped', holds: (s: Scope) => s.status === 'skipped', reads: '' },
  labelA: { text: 'preferred_label=a', holds: (s: Scope) => (s.label || s.get('preferred_label')) === 'a', reads: 'preferred_label' },
  stickyA: { text: 'context.preferred_label=a', holds: (s: Scope) => s.get('preferred_label') === 'a', reads: 'preferred_label' },
  key: { text: 'context.k0=1', holds: (s: Scope) => s.get('k0') === '1', reads: 'k0' },
} as const;

export type ConditionName = keyof typeof conditions;

export interface Scope {
  readonly status: string;
  readonly label: string;
  get(key: string): string;
}

export interface OutcomePlan {
  readonly status: 'success' | 'partial_success' | 'fail' | 'retry' | 'skipped';
  readonly explicit: boolean;
  readonly label: '' | 'a' | 'b';
  readonly suggest: string;
  readonly writes: Readonly<Record<string, string>>;
  readonly artefact: boolean;
}

export interface EdgePlan {
  readonly to: string;
  readonly condition?: ConditionName;
  readonly label: '' | 'A' | '[B] b';
  readonly weight: number;
  readonly restart: boolean;
}

export interface NodePlan {
  readonly id: string;
  readonly kind: 'work' | 'component' | 'fan_in';
  readonly edges: readonly EdgePlan[];
  /** For a component: the node at which its branches end, and everything in its block. */
  readonly join: string;
  readonly block: ReadonlySet<string>;
  readonly ignore: boolean;
  readonly maxParallel: number;
  readonly script: readonly OutcomePlan[];
  readonly maxRetries: number | undefined;
  readonly retryOn: readonly string[] | undefined;
  readonly maxVisits: number | undefined;
  readonly flags: { readonly [name in Flag]: boolean };
  readonly runsOn: 'success' | 'failure' | 'always';
  readonly requires: readonly string[];
  readonly outputs: readonly string[];
  readonly retryTarget: string | undefined;
  readonly fallback: string | undefined;
}

export const flags = ['goal_gate', 'allow_partial', 'auto_status', 'continue_on_fail', 'must_write'] as const;
export type Flag = (typeof flags)[number];

export interface Plan {
  readonly nodes: ReadonlyMap<string, NodePlan>;
  readonly first: string;
  readonly maxSteps: number;
  readonly retryTarget: string | undefined;
  readonly maxGateRetries: number;
  readonly requireAll: boolean;
  readonly canonicalFail: boolean;
  readonly parallel: boolean;
}

interface Shape {
  readonly parallel: boolean;
  readonly maxSteps: number;
  readonly artefacts: boolean;
}

/**
 * Random runnable plans of graphs and of what their nodes will say: loops, retries, gates, failure edges, retry targets,
 * contracts, restarts, and with `parallel` blocks, also nested ones. Join policies whose result depends on timing are left out.
 */
export function plans(shape: Shape): fc.Arbitrary<Plan> {
  return fc.gen().map((g) =>
    build(
      shape,
      (max) => g(fc.nat, max),
      (percent) => g(fc.nat, 99) < percent,
    ),
  );
}

function build({ parallel, maxSteps, artefacts }: Shape, upTo: (max: number) => number, chance: (percent: number) => boolean): Plan {
  const nodes = new Map<string, NodePlan>();
  let blocks = 0;
  let count = 0;
  const pick = <T>(items: readonly T[]): T => items[upTo(items.length - 1)] as T;
  const keys = (): string[] => ['k0', 'k1', 'k2'].filter(() => chance(50));

  const outcome = (ids: readonly string[]): OutcomePlan => ({
    status: pick(['success', 'success', 'success', 'success', 'partial_success', 'fail', 'fail', 'retry', 'skipped'] as const),
    explicit: chance(70),
    label: chance(70) ? '' : pick(['a', 'b'] as const),
    suggest: chance(85) ? '' : pick(ids),
    writes: chance(60) ? {} : Object.fromEntries(keys().map((key) => [key, chance(80) ? '1' : ''])),
    artefact: chance(70),
  });

  const edge = (to: string, isRoot: boolean, isPlain: boolean): EdgePlan => ({
    to,
    ...(isPlain ? {} : { condition: pick(Object.keys(conditions) as ConditionName[]) }),
    label: chance(75) ? '' : pick(['A', '[B] b'] as const),
    weight: chance(75) ? 0 : upTo(3),
    restart: isRoot && chance(6),
  });

  const common = (id: string, ids: readonly string[]) => ({
    id,
    maxRetries: chance(75) ? undefined : upTo(2),
    retryOn: chance(85) ? undefined : ['retry', 'fail', 'must_write'].filter(() => chance(60)),
    maxVisits: chance(75) ? undefined : 1 + upTo(2),
    flags: {
      goal_gate: chance(25),
      allow_partial: chance(15),
      auto_status: chance(15),
      continue_on_fail: chance(12),
      must_write: artefacts && chance(15),
    },
    runsOn: chance(75) ? ('success' as const) : pick(['failure', 'always'] as const),
    requires: chance(85) ? [] : keys().slice(0, 1),
    outputs: chance(85) ? [] : keys().slice(0, 2),
    retryTarget: chance(80) ? undefined : pick([...ids, 'ghost']),
    fallback: chance(90) ? undefined : pick(ids),
  });

  /** A stretch of nodes that all lead on to `end`; returns its ids, the first being its entry. */
  const region = (end: string, length: number, depth: number): string[] => {
    const isRoot = depth === 0;
    const entries: { id: string; join?: string }[] = [];
    for (let i = 0; i < length; i++) {
      if (parallel && depth < 2 && chance(isRoot ? 35 : 15)) {
        const n = blocks++;
        entries.push({ id: `c${n}`, join: `f${n}` }, { id: `f${n}` });
      } else entries.push({ id: `${pick(['a', 'm', 'z'])}${count++}` });
    }
    const ids = entries.map(({ id }) => id);
    const targets = [...ids.filter((id) => !id.startsWith('f')), end];
    for (const [index, { id, join }] of entries.entries()) {
      const next = ids[index + 1] ?? end;
      if (join !== undefined) {
        const branches = Array.from({ length: 1 + upTo(2) }, () => region(join, 1 + upTo(1), depth + 1));
        const routes = chance(70)
          ? []
          : [{ ...edge(pick(targets), false, true), condition: pick(['fail', 'statusFail', 'skipped'] as const) }];
        nodes.set(id, {
          ...common(id, ids),
          kind: 'component',
          edges: [
            ...branches.map((branch) => ({
              ...edge(branch[0] as string, false, true),
              ...(chance(80) ? {} : { condition: 'key' as const }),
            })),
            ...routes,
          ],
          join,
          block: new Set(branches.flat().flatMap((inner) => [inner, ...(nodes.get(inner)?.block ?? [])])),
          ignore: chance(25),
          maxParallel: 1 + upTo(2),
          script: [],
          maxRetries: undefined,
          flags: { ...common(id, ids).flags, must_write: false },
        });
        continue;
      }
      const extra = Array.from({ length: upTo(2) }, () => edge(pick(targets), isRoot, chance(15)));
      // In a block a plain way on keeps the join on every path.
      const onward = isRoot && chance(15) ? [] : [{ ...edge(next, false, true), restart: false }];
      nodes.set(id, {
        ...common(id, targets),
        kind: id.startsWith('f') ? 'fan_in' : 'work',
        edges: [...extra, ...onward],
        join: '',
        block: new Set(),
        ignore: false,
        maxParallel: 4,
        script: Array.from({ length: 1 + upTo(2) }, () => outcome(targets)),
      });
    }
    return ids;
  };

  const ids = region('exit', 1 + upTo(5), 0);
  return {
    nodes,
    first: ids[0] as string,
    maxSteps,
    retryTarget: chance(85) ? undefined : pick(ids),
    maxGateRetries: upTo(2),
    requireAll: chance(15),
    canonicalFail: chance(10),
    parallel,
  };
}

/** The plan as a pipeline. */
export function textOf(plan: Plan): string {
  const attributes = [
    `max_steps=${plan.maxSteps}`,
    `max_gate_retries=${plan.maxGateRetries}`,
    ...(plan.retryTarget === undefined ? [] : [`retry_target=${plan.retryTarget}`]),
    ...(plan.requireAll ? ['require_gates=all'] : []),
    ...(plan.canonicalFail ? ['fail_routing=canonical'] : []),
  ];
  const lines = [`graph [${attributes.join(', ')}]`, 'start [shape=Mdiamond]', 'exit [shape=Msquare]'];
  // Nodes first: gates are asked in the order of declaration.
  for (const node of plan.nodes.values()) lines.push(`${node.id} [${nodeAttributes(node).join(', ')}]`);
  lines.push(`start -> ${plan.first}`);
  for (const node of plan.nodes.values())
    for (const edge of node.edges) lines.push(`${node.id} -> ${edge.to} [${edgeAttributes(edge).join(', ')}]`);
  return `digraph g {\n  ${lines.join('\n  ')}\n}\n`;
}

const shapes = { work: 'box', component: 'component', fan_in: 'tripleoctagon' } as const;

function nodeAttributes(node: NodePlan): string[] {
  const list = (name: string, items: readonly string[] | undefined) =>
    items === undefined || items.length === 0 ? [] : [`${name}="${items.join(',')}"`];
  const value = (name: string, of: string | number | undefined) => (of === undefined ? [] : [`${name}=${of}`]);
  return [
    `shape=${shapes[node.kind]}`,
    ...flags.filter((flag) => flag !== 'must_write' && node.flags[flag]).map((flag) => `${flag}=true`),
    ...(node.flags.must_write ? [`must_write="${node.id}.txt"`] : []),
    ...value('max_retries', node.maxRetries),
    ...list('retry_on', node.retryOn),
    ...value('max_visits', node.maxVisits),
    `runs_on=${node.runsOn}`,
    ...list('requires', node.requires),
    ...list('outputs', node.outputs),
    ...value('retry_target', node.retryTarget),
    ...value('fallback_retry_target', node.fallback),
    ...(node.kind === 'component' ? [`max_parallel=${node.maxParallel}`, `error_policy=${node.ignore ? 'ignore' : 'continue'}`] : []),
  ];
}

function edgeAttributes(edge: EdgePlan): string[] {
  return [
    `weight=${edge.weight}`,
    ...(edge.condition === undefined ? [] : [`condition="${conditions[edge.condition].text}"`]),
    ...(edge.label === '' ? [] : [`label="${edge.label}"`]),
    ...(edge.restart ? ['loop_restart=true'] : []),
  ];
}

/** What a node says at its n-th call, from 0; the last entry of its script repeats. */
export function saysAt(node: NodePlan, call: number): OutcomePlan {
  return node.script[Math.min(call, node.script.length - 1)] as OutcomePlan;
}
