/** A finding of lint in a stranger's graph, judged by reading the graph: rule, line, what it points at. */
export interface Verdict {
  readonly rule: string;
  readonly severity: 'error' | 'warning' | 'info';
  readonly line: number;
  readonly at: string;
  readonly verdict: 'right' | 'wrong';
  readonly why: keyof typeof whys;
}

export const whys = {
  seed: 'the file says above that a parent injects this key by `context.*`: here it is a parameter of the graph, and the graph declares none; as a graph of its own it sends the reference to the model as it is written',
  param: 'the file says that `--param` gives it; the graph declares no parameter, so a call without it exports nothing and says nothing',
  key: 'no engine key is called so here: of the node `verify` there is `verify.output`, and the edge is never taken',
  dialect:
    'the key of another engine: here the answer would stand under `validate`, and only a report that names this very key could write it',
  unstyled: 'the sheet has no rule for this class; the node gets the model of `*`',
  timeout: 'a `node [timeout=..]` default reaches the gate for people, which says nothing about what its timeout means',
} as const;

const finding =
  (rule: string, severity: Verdict['severity'], why: Verdict['why']) =>
  (line: number, at: string): Verdict => ({
    rule,
    severity,
    line,
    at,
    verdict: 'right',
    why,
  });

const seeded = finding('FLOW-001', 'info', 'seed');
const unstyled = finding('MODEL-001', 'info', 'unstyled');
const dialect = finding('FLOW-001', 'info', 'dialect');
const clock = finding('TIME-001', 'warning', 'timeout');

/** Every finding of the FLOW, CMD, TIME and MODEL rules in the corpus; a file that is not named has none. */
export const flowVerdicts: Readonly<Record<string, readonly Verdict[]>> = {
  'coreydaley__attractor__examples-go-employee-api.dot': [clock(7, '"900s"')],
  'danshapiro__kilroy__demo-dttf-dttf.dot': [166, 171, 176, 182].map((line) => unstyled(line, 'review')),
  'danshapiro__kilroy__research-refactor-test-vague.dot': [
    unstyled(58, 'verify'),
    unstyled(101, 'verify'),
    unstyled(125, 'hard'),
    unstyled(154, 'verify'),
    unstyled(179, 'hard'),
    unstyled(211, 'verify'),
    unstyled(264, 'verify'),
    unstyled(289, 'review'),
  ],
  'robotdad__amplifier-bundle-attractor__examples-patterns-convergence-factory.dot': [
    seeded(59, '$artifact_goal'),
    seeded(59, '$artifact_path'),
    seeded(80, '$artifact_goal'),
    seeded(80, '$artifact_path'),
    seeded(80, '$validation_criteria'),
    seeded(120, '$artifact_goal'),
    seeded(120, '$validation_criteria'),
  ],
  'robotdad__amplifier-bundle-attractor__examples-patterns-conversational-gate.dot': [
    seeded(32, '$gate_topic'),
    seeded(41, '$gate_criteria'),
    seeded(41, '$gate_topic'),
  ],
  'robotdad__amplifier-bundle-attractor__modules-loop-pipeline-tests-fixtures-spec_stylesheet.dot': [unstyled(14, 'planning')],
  'robotdad__amplifier-bundle-attractor__modules-pipeline-runner-tests-fixtures-fixture_tool_reads_param.dot': [
    finding('FLOW-001', 'info', 'param')(27, 'content'),
  ],
  'samueljklee__attractor__examples-compound_conditions.dot': [finding('FLOW-001', 'warning', 'key')(101, 'tool.verify.output')],
  'samueljklee__attractor__examples-spec_driven_dev.dot': [
    dialect(91, 'codergen.validate.verdict'),
    dialect(92, 'codergen.validate.verdict'),
  ],
  'siarhei-belavus__attractor-pi-dev__examples-parallel-code-review-pipeline.dot': [clock(14, '"1800s"')],
};
