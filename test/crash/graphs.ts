/** A pipeline whose tools are real processes that note when they begin and when they end. */
export interface CrashGraph {
  readonly name: string;
  readonly dot: string;
  /** Answers of the simulated model. */
  readonly script: object;
  /** How the undisturbed run ends: the graphs fail for a reason as well as they succeed. */
  readonly status: 'success' | 'partial_success' | 'fail';
  /** Branches run beside each other, so the order of their records is any. */
  readonly parallel?: true;
}

/**
 * What every tool node runs. Its answer depends on what the run has recorded, never on how often a crash repeated it:
 * `flaky N` asks for another attempt until N retries stand in the event log, `pass-at N` fails before its N-th visit.
 */
export const toolScript = `log() { echo "$1 $ATTRACTOR_NODE $ATTRACTOR_VISIT $ATTRACTOR_ATTEMPT" >> tools.log; }
retries() { grep -c "\\"type\\":\\"node.retrying\\",\\"node\\":\\"$ATTRACTOR_NODE\\"" ../run/events.jsonl; }
log begin
case $1 in
  say) echo "$2" ;;
  flaky) [ "$(retries)" -ge "$2" ]; code=$?; [ $code = 0 ] || code=75 ;;
  pass-at) echo "visit $ATTRACTOR_VISIT"; [ "$ATTRACTOR_VISIT" -ge "$2" ]; code=$? ;;
  write-late) if [ "$(retries)" -ge "$2" ]; then date +%s%N > "$3"; fi ;;
  break) echo "cannot do it" >&2; code=3 ;;
esac
code=\${code:-0}
log end
exit $code
`;

const tool = (id: string, args: string, more = ''): string =>
  `${id} [shape=parallelogram, tool_command="sh tool.sh ${args}"${more === '' ? '' : `, ${more}`}]`;

const graph = (name: string, lines: readonly string[], attributes = ''): string =>
  `digraph ${name} {\n  graph [goal="survive"${attributes}]\n  start [shape=Mdiamond]\n  exit [shape=Msquare]\n  ${lines.join('\n  ')}\n}\n`;

export const crashGraphs: readonly CrashGraph[] = [
  {
    name: 'chain of tools and models',
    dot: graph('chain', [
      tool('a', 'say one'),
      'm [prompt="Take $tool.output on"]',
      tool('b', 'say two'),
      'c [shape=diamond]',
      tool('d', 'say three'),
      'start -> a -> m -> b -> c -> d -> exit',
    ]),
    script: { nodes: { m: [{ outcome: { status: 'success', notes: 'noted', context_updates: { colour: 'red', list: [1, 2] } } }] } },
    status: 'success',
  },
  {
    name: 'loop_restart with feedback',
    dot: graph('loop', [
      'draft [prompt="Draft $iteration: $prior_critiques_draft", feedback_from="critic"]',
      tool('critic', 'pass-at 3'),
      'start -> draft -> critic',
      'critic -> draft [condition="outcome=fail", loop_restart=true]',
      'critic -> exit [condition="outcome=success"]',
    ]),
    script: { nodes: { draft: [{ text: 'first' }, { text: 'second' }, { text: 'third' }] } },
    status: 'success',
  },
  {
    name: 'retries of tools and models',
    dot: graph('retries', [
      tool('flaky', 'flaky 2', 'max_retries=3'),
      'model [prompt="Answer", max_retries=2]',
      tool('late', 'write-late 1 late.txt', 'must_write="late.txt", max_retries=2'),
      tool('hopeless', 'flaky 9', 'max_retries=1, allow_partial=true'),
      'start -> flaky -> model -> late -> hopeless -> exit',
    ]),
    script: { nodes: { model: [{ error: { status: 503, message: 'overloaded' } }, { outcome: { status: 'success' } }] } },
    status: 'partial_success',
  },
  {
    name: 'goal gates with retry_target',
    dot: graph('gates', [
      tool('make', 'say made'),
      tool('check', 'pass-at 3', 'goal_gate=true, retry_target="make"'),
      'ask [shape=hexagon, label="Go on?"]',
      tool('after', 'say after', 'runs_on="always"'),
      'start -> make -> check',
      'check -> ask [condition="outcome=success"]',
      'check -> ask [condition="outcome=fail"]',
      'ask -> after [label="[Y] Yes"]',
      'ask -> make [label="[N] No"]',
      'after -> exit',
    ]),
    script: { nodes: {} },
    status: 'success',
  },
  {
    name: 'failure routes',
    dot: graph('failures', [
      tool('first', 'break'),
      tool('repair', 'say repaired'),
      tool('second', 'pass-at 2', 'retry_target="repair"'),
      tool('careless', 'break', 'continue_on_fail=true'),
      tool('third', 'break'),
      tool('cleanup', 'say cleaned', 'runs_on="always"'),
      'start -> first',
      'first -> repair [condition="outcome=fail"]',
      'first -> exit [condition="outcome=success"]',
      'repair -> second',
      'second -> careless [condition="outcome=success"]',
      'careless -> third -> cleanup -> exit',
    ]),
    script: { nodes: {} },
    status: 'fail',
  },
  {
    name: 'parallel branches',
    dot: graph('branches', [
      'fan [shape=component, join_policy="wait_all", max_parallel=2]',
      tool('left', 'flaky 1', 'max_retries=1'),
      tool('left2', 'say left'),
      'middle [prompt="Middle"]',
      tool('right', 'break'),
      'join [shape=tripleoctagon]',
      tool('last', 'say done'),
      'start -> fan',
      'fan -> left -> left2 -> join',
      'fan -> middle -> join',
      'fan -> right -> join',
      'join -> last -> exit',
    ]),
    script: { nodes: { middle: [{ outcome: { status: 'success', context_updates: { score: 3 } } }] } },
    status: 'partial_success',
    parallel: true,
  },
];
