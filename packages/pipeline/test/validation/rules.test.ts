import { memoryFiles, type Rule, registerNodeType, ValidationError, validate, validateOrThrow, validationRules } from '@attractor/pipeline';
import { describe, expect, test } from 'vitest';
import { plainDescriptor } from '../../src/node-type/plain.ts';
import { graphOf, pointedAt, prepareText, rulesOf } from '../helpers.ts';
import { studyCases } from './study-cases.ts';

const s = 'start [shape=Mdiamond] exit [shape=Msquare] ';
const line = `${s} a [prompt=p] start -> a -> exit\n`;
const par = `${s} c [shape=component] a [prompt=p] b [prompt=p] f [shape=tripleoctagon] start -> c -> a -> f -> exit c -> b -> f\n`;
const gate = (choices: string, more = '') =>
  `${s} g [shape=hexagon ${more}] a [prompt=p] b [prompt=p] start -> g ${choices} a -> exit b -> exit`;

/** Rule -> graphs that must and must not make it fire. */
const cases: Readonly<
  Record<string, { readonly fires: readonly string[]; readonly silent: readonly string[]; readonly severity?: string }>
> = {
  start_node: { fires: ['exit [shape=Msquare]', `${line} t [shape=Mdiamond] t -> a`], silent: [line, 'START -> a -> exit'] },
  terminal_node: { fires: ['start [shape=Mdiamond]', `${line} t [shape=Msquare] a -> t`], silent: [line, 'start -> a -> End'] },
  node_id: { fires: ['"a b"', '".."', '"."', '"ü"', '""'], silent: ['"a.b-c_9"', '1', 'feedback', 'iteration_0', '__proto__'] },
  node_id_case: { fires: ['a A', 'start Start'], silent: ['a b'] },
  implicit_node: { fires: [`${line} a -> b`, `${line} build a -> biuld`], silent: [line] },
  reachability: {
    fires: [`${line} lost [prompt=p]`, `${line} lost -> exit`, `${line} lost [retry_target=lost2]`],
    silent: [
      line,
      `${line} fix [prompt=p] fix -> more -> exit retry_target=fix`,
      `${s} a [prompt=p, fallback_retry_target=fix] fix start -> a -> exit`,
      'a -> b',
      `${line} study=true w [type=agent] a -> w [kind=delegates]`,
    ],
  },
  mcp_servers_valid: {
    fires: [
      'a [mcp_servers="[]"]',
      'mcp_servers="{\\"a__b\\": {\\"command\\": \\"x\\"}}"',
      'a [mcp_servers="{\\"a\\": {}}"]',
      'a [mcp_servers="{\\"a\\": {\\"command\\": \\"x\\", \\"url\\": \\"http://x\\"}}"]',
      'a [mcp_servers="{\\"a\\": {\\"url\\": \\"ftp://x\\"}}"]',
      'a [mcp_servers="{\\"a\\": {\\"command\\": \\"x\\", \\"args\\": \\"y\\"}}"]',
      'a [mcp_servers="{\\"a\\": {\\"command\\": \\"x\\", \\"headers\\": {}}}"]',
      'a [mcp_servers="{\\"a\\": {\\"command\\": \\"x\\", \\"timeout\\": 5}}"]',
      'node [mcp_servers="{\\"a\\": 5}"] a',
    ],
    silent: [
      line,
      'a [mcp_servers="{}"]',
      'a [mcp_servers="{"]',
      'mcp_servers="{\\"a-b_c\\": {\\"command\\": \\"x\\", \\"args\\": [\\"y\\"], \\"env\\": {\\"K\\": \\"${K}\\"}, \\"timeout_ms\\": 5}}"',
      'a [mcp_servers="{\\"a\\": {\\"url\\": \\"${WHERE}/mcp\\", \\"type\\": \\"http\\", \\"tools\\": [\\"t\\"]}}"]',
    ],
  },
  start_no_incoming: { fires: [`${line} a -> start`], silent: [line, `${line} a -> start [kind=delegates]`] },
  exit_no_outgoing: { fires: [`${line} exit -> a`], silent: [line] },
  shape_known: {
    fires: ['a [shape=ellipse]', 'a [shape=mdiamond]', 'a [shape=ellipse, type=unheard]', 'node [shape=circle] a'],
    silent: ['a [shape=ellipse, type=tool]', 'a [shape=box]', 'a'],
  },
  type_known: { fires: ['a [type=unheard]', 'a [node_type=toool]'], silent: ['a [type=tool]', 'a [type=llm]', 'a [type=""]'] },
  attribute_value: {
    fires: [
      'a [max_retries=-1]',
      'a [max_retries=1.5]',
      'a [max_retries=true]',
      'default_max_retries=x',
      'a [join_policy=most]',
      'a [timeout=soon]',
      'a [timeout=0]',
      'a [retry_on="fail, never"]',
      'a [runs_on=friday]',
      'a -> b [weight=heavy]',
      'max_steps=0',
      'a [goal_gate=yes]',
      'budget_usd=-1',
      'a [quorum_fraction=0]',
      'a [quorum_fraction=1.1]',
      'a [mcp_servers="{"]',
      'a [max_visits=0]',
      'max_pipeline_duration=1.5',
      'node [timeout=x] a',
      'a [must_write="  "]',
      'node [must_write="\t"] a',
      'a [requires=" "]',
      'a [timeout=" "]',
      'a [goal_gate=" "]',
      'a ["tool_hooks.pre"=" "]',
      'a [outputs="x:number"]',
      'a [outputs="x, the total"]',
      'a [outputs="$x"]',
      'a [tool_env="x=1"]',
      'a [shape=parallelogram, tool_command="echo a\u0000b"]',
      '"tool_hooks.post"="\u0000"',
      'a [must_write="a\u0000b"]',
      'a [requires="x, a\u0000b"]',
    ],
    silent: [
      'a [max_retries=0]',
      'a [goal_gate="TRUE"]',
      'a [timeout=90]',
      'a [timeout=""]',
      'node [must_write=x] a [must_write=""]',
      'a [prompt=" ", label=" "]',
      'a -> b [condition=" "]',
      'a [type=tool, tool_command=" "]',
      'a [outputs="x, build.n, größe, a-b, out/report.md"]',
      'a [requires="the file.txt"]',
      'a [prompt="a\u0000b"]',
      'a [label="5m"]',
      'a -> b [weight=1.0]',
      'a [max_parallel=x]',
      'a [color=5m]',
    ],
  },
  attribute_unknown: {
    fires: [
      'a [promt=x]',
      'a [max_retry=1]',
      'model_styleshet=x',
      'a [agent_tool=claude]',
      'vars="x"',
      'a -> b [conditon=x]',
      'max_goal_gate_redirects=3',
      'a [is_codergen=true]',
    ],
    silent: [
      'goall=x',
      'a [penwidth=2, fontcolor=red, my_own=1, tooltip=x]',
      'rankdir=LR',
      'a [context.max_cycles=3]',
      'a [tag=x]',
      'a -> b [style=dashed]',
      'a [llm_prompt=x]',
    ],
  },
  condition_syntax: {
    fires: ['a -> b [condition="outcome="]', 'a -> b [condition="(x=1"]', 'a ["manager.stop_condition"="&& )"]'],
    silent: ['a -> b [condition=""]', 'a -> b [condition="x=1 && !y"]', 'a [condition="("]'],
  },
  stylesheet_syntax: {
    fires: ['model_stylesheet="* { llm_model x }"', 'model_stylesheet="octopus { llm_model: x }"'],
    silent: ['model_stylesheet="* { llm_model: x }"', 'model_stylesheet=""'],
  },
  fidelity_valid: {
    fires: ['a [fidelity=sharp]', 'a -> b [fidelity=sharp]', 'default_fidelity=sharp'],
    silent: ['a [fidelity="summary:low"]', 'a [fidelity=""]'],
  },
  tool_command_required: {
    fires: ['a [shape=parallelogram]', 'a [type=tool, tool_command=" "]'],
    silent: ['a [shape=parallelogram, tool_command=ls]', 'a'],
  },
  dot_file_required: { fires: ['a [shape=folder]'], silent: ['a [shape=folder, dot_file="x.dot"]', 'a [shape=house]'] },
  attribute_required: { fires: ['a [type="test.needs"]'], silent: ['a [type="test.needs", thing=1]'] },
  tool_command_requires_tool_handler: {
    fires: ['a [tool_command=ls]', 'a [shape=hexagon, tool_command=ls]'],
    silent: ['a [shape=parallelogram, tool_command=ls]', 'a [type=custom, tool_command=ls]', 'a [tool_command=""]'],
  },
  tool_env_protected: { fires: ['a [tool_env="path"]', 'a [tool_env="x, ld.preload"]'], silent: ['a [tool_env="x, path_name"]'] },
  dot_file_missing: {
    fires: ['a [shape=folder, dot_file="gone.dot"]', '"stack.child_dotfile"="gone.dot" a [shape=house]'],
    silent: ['a [shape=folder, dot_file="ok.dot"]', 'a [shape=folder, dot_file="$x.dot"]', 'a [shape=house]'],
  },
  dot_file_cycle: {
    fires: ['a [shape=folder, dot_file="back.dot"]', 'a [shape=folder, dot_file="main.dot"]', 'a [shape=folder, dot_file="self.dot"]'],
    silent: ['a [shape=folder, dot_file="ok.dot"] b [shape=folder, dot_file="ok.dot"]'],
  },
  child_autostart: {
    fires: ['a [shape=house, "stack.child_autostart"=false]'],
    silent: ['a [shape=house, "stack.child_autostart"=true]', 'a [shape=house]'],
  },
  manager_child: {
    fires: [
      'a [shape=house]',
      'a [shape=house, "stack.child_dotfile"=" "]',
      `${s} m [shape=house] start -> m -> exit`,
      `${s} m [shape=house] a [prompt=p] start -> m -> a [condition="outcome=fail"] a -> exit`,
    ],
    silent: [
      'a [shape=house, "stack.child_dotfile"="ok.dot"]',
      '"stack.child_dotfile"="ok.dot" a [shape=house]',
      `${s} m [shape=house] a [prompt=p] start -> m -> a -> m -> exit`,
      'a [shape=folder]',
    ],
  },
  response_schema_valid: {
    fires: ['a [response_schema="{\\"type\\": 5}"]', 'a [response_schema="{"]'],
    silent: ['a [response_schema="{\\"type\\": \\"object\\"}"]'],
  },
  prompt_on_llm_nodes: {
    fires: ['a', 'a [prompt=" "]'],
    silent: ['a [prompt=x]', 'a [label=x]', 'a [shape=diamond]', 'f [shape=tripleoctagon]', 'a [type=custom]'],
  },
  parallel_join: {
    fires: [
      `${s} c [shape=component] start -> c -> a -> exit c -> b -> exit`,
      `${s} c [shape=component] start -> c -> exit [condition="outcome=success"]`,
    ],
    silent: [par],
  },
  min_success_range: {
    fires: [
      par.replace('component]', 'component, join_policy=k_of_n]'),
      par.replace('component]', 'component, min_success=3]'),
      par.replace('component]', 'component, k=0]'),
      par.replace('component]', 'component, k=x]'),
    ],
    silent: [par, par.replace('component]', 'component, join_policy=k_of_n, k=2]'), 'a [min_success=9]'],
  },
  max_parallel_range: { fires: ['a [max_parallel=0]', 'a [max_parallel=many]'], silent: ['a [max_parallel=1]', 'a'] },
  loop_restart_in_block: {
    fires: [`${par} a -> a [loop_restart=true, condition="outcome=fail"]`],
    silent: [`${par} c -> a [loop_restart=true, condition="outcome=fail"]`, `${line} a -> a [loop_restart=true]`],
  },
  retry_target_leaves_block: {
    fires: [`${par} a [retry_target=start2] start2 -> c`],
    silent: [`${par} a [retry_target=b]`, `${par} c [retry_target=b2] b2 -> c`, `${par} a [retry_target=nowhere]`],
  },
  retry_target_exists: { fires: ['a [retry_target=b]', 'fallback_retry_target=b'], silent: ['a [retry_target=a]', 'a [retry_target=""]'] },
  goal_gate_has_retry: {
    fires: ['a [goal_gate=true]', 'a [goal_gate=true] a -> b b -> b c -> c [loop_restart=true]'],
    silent: [
      'a [goal_gate=true, retry_target=a]',
      'retry_target=b a [goal_gate=true]',
      'a [goal_gate=true] a -> b -> a [loop_restart=true]',
      'a [goal_gate=false]',
    ],
  },
  default_choice_exists: {
    fires: [
      gate('g -> a [label="[A] Approve"] g -> b [label="Reject"]', '"human.default_choice"=Maybe'),
      gate('g -> a [label=Fix] g -> b [label=Fail]', '"human.default_choice"=f'),
      gate('g -> a [label=Yes] g -> b [condition="outcome=fail"]', '"human.default_choice"=b'),
    ],
    silent: ['approve', 'A', 'Approve', '[A] Approve', 'r', 'reject', 'b']
      .map((word) => gate('g -> a [label="[A] Approve"] g -> b [label="Reject"]', `"human.default_choice"="${word}"`))
      .concat([
        gate('g -> a', 'mode=freeform, "human.default_choice"="whatever"'),
        gate('g -> a [label=Yes]', 'mode=yes_no, "human.default_choice"=no'),
        'a ["human.default_choice"=x]',
      ]),
  },
  gate_key: {
    fires: [
      gate('g -> a [label="[A] Approve"] g -> b [label="A) Abort"]'),
      gate('g -> a [label="[a] Approve"] g -> b [label="[A] Abort"]'),
    ],
    silent: [
      gate('g -> a [label="[A] Approve"] g -> b [label="[B] Abort"]'),
      gate('g -> a [label="Approve"] g -> b [label="Abort"]'),
      'a -> b [label="[A] x"] a -> c [label="[A] y"]',
    ],
  },
  delegates_outside_study: { fires: ['a -> b [kind=delegates]'], silent: ['study=true a -> b [kind=delegates]', 'a -> b [kind=flow]'] },
  ...studyCases,
};

registerNodeType({ ...plainDescriptor, type: 'test.needs', requires: ['thing'] });

const files = memoryFiles({
  '/p/main.dot': 'digraph { a [shape=folder, dot_file="main.dot"] }',
  '/p/ok.dot': 'digraph { a [shape=folder, dot_file="leaf.dot"] }',
  '/p/leaf.dot': 'digraph { a }',
  '/p/back.dot': 'digraph { a [shape=folder, dot_file="sub/../main.dot"] }',
  '/p/self.dot': 'digraph { a [shape=folder, dot_file="self.dot"] }',
});

const found = (body: string) => validate({ ...graphOf(body), file: '/p/main.dot' }, { files, workingDirectory: '/w' });

describe('language.md 7: rules', () => {
  test('language.md 7: every rule has graphs that make it fire and graphs that do not', () => {
    expect(validationRules.map((rule) => rule.id).sort()).toEqual(Object.keys(cases).sort());
  });

  for (const [rule, { fires, silent }] of Object.entries(cases)) {
    test.each(fires)(`language.md 7: ${rule} fires on %s`, (body) => {
      const hit = found(body).find((item) => item.rule === rule);
      expect(hit).toBeDefined();
      expect(hit?.page).toBe(`docs/rules/${rule}.md`);
      expect(hit?.message).not.toMatch(/undefined|itself failed/);
      if (!/^(start|terminal)_node$/.test(rule)) expect(hit?.range).toBeDefined();
    });
    test.each(silent)(`language.md 7: ${rule} is silent on %s`, (body) => expect(rulesOf(found(body))).not.toContain(rule));
  }

  test('language.md 7: severities', () => {
    const warnings = [
      'type_known',
      'fidelity_valid',
      'retry_target_exists',
      'goal_gate_has_retry',
      'prompt_on_llm_nodes',
      'gate_key',
      'retry_target_leaves_block',
      'attribute_unknown',
      'implicit_node',
      'node_id_case',
      'team_unreached',
      'delegates_attribute',
      'delegates_repeated',
      'study_attribute',
      'study_tools',
    ];
    expect(
      validationRules
        .filter((rule) => rule.severity === 'warning')
        .map((rule) => rule.id)
        .sort(),
    ).toEqual(warnings.sort());
    expect(found('a [goal_gate=maybe]').find((item) => item.rule === 'attribute_value')?.severity).toBe('warning');
    expect(found('study=true a -> b').find((item) => item.rule === 'implicit_node')?.severity).toBe('error');
  });
});

describe('language.md 7: findings', () => {
  test('language.md 7: messages name what was meant', () => {
    const message = (body: string, rule: string) => found(body).find((item) => item.rule === rule)?.message;
    expect(message(`${line} bulid [prompt=p] a -> build -> exit`, 'implicit_node')).toContain('did you mean `bulid`');
    expect(message('a [promt=x]', 'attribute_unknown')).toContain('did you mean `prompt`');
    expect(message('a [retry_preset=x]', 'attribute_unknown')).toContain('`retry_policy`');
    expect(message('a [shape=ellipse]', 'shape_known')).toContain('Mdiamond, Msquare, box, hexagon');
    expect(message('a [shape=folder, dot_file="back.dot"]', 'dot_file_cycle')).toContain('main.dot -> back.dot -> main.dot');
    expect(message('a [join_policy=most]', 'attribute_value')).toBe(
      '`join_policy` of `a` is "most", expected one of wait_all, first_success, k_of_n, quorum',
    );
  });

  test('language.md 7: fixes are text edits', () => {
    const prepared = prepareText('digraph { start -> a -> exit a [promt="x", shape=Box] }');
    const apply = (rule: string) => {
      const edit = prepared.diagnostics.find((item) => item.rule === rule)?.fix?.edits[0];
      const { text } = prepared.graph.source;
      return edit === undefined ? undefined : text.slice(0, edit.range.start) + edit.text + text.slice(edit.range.end);
    };
    expect(apply('attribute_unknown')).toContain('a [prompt="x"');
    expect(apply('shape_known')).toContain('shape=box]');
  });

  test('language.md 7: a fault in a default or a chain is reported once', () => {
    expect(found('node [timeout=x] a b c').filter((item) => item.rule === 'attribute_value').length).toBe(1);
    expect(found('a -> b -> c [weight=x]').filter((item) => item.rule === 'attribute_value').length).toBe(1);
  });

  test('language.md 7: places inside a value', () => {
    const prepared = prepareText('digraph { start -> a [condition="x=\\"1\\" && (y"] a -> exit }');
    expect(
      pointedAt(
        prepared,
        prepared.diagnostics.find((item) => item.rule === 'condition_syntax'),
      ),
    ).toBe('(');
    const places = prepareText('digraph { start -> a -> exit a [outputs="n, x:number", must_write="a\u0000b", requires="  "] }');
    expect(places.diagnostics.filter((item) => item.rule === 'attribute_value').map((item) => pointedAt(places, item))).toEqual([
      'x:number',
      '\u0000',
      '"  "',
    ]);
  });
});

describe('language.md 7: validate', () => {
  test('language.md 7: all rules run; one that throws becomes an ERROR and hides nothing', () => {
    const broken: Rule = {
      id: 'broken',
      severity: 'warning',
      check: () => {
        throw new Error('oh');
      },
    };
    const own: Rule = {
      id: 'own',
      severity: 'warning',
      check: ({ graph }) => (graph.nodes.size > 2 ? [{ message: 'too many', severity: 'info' as const }] : []),
    };
    const all = validate(graphOf(`${line} lost [prompt=p]`), { extraRules: [broken, own] });
    expect(all.map((item) => [item.rule, item.severity])).toEqual([
      ['reachability', 'error'],
      ['broken', 'error'],
      ['own', 'info'],
    ]);
  });

  test('language.md 7: validateOrThrow throws with all findings for an ERROR only', () => {
    expect(validateOrThrow(graphOf(line))).toEqual([]);
    expect(rulesOf(validateOrThrow(graphOf(`${line} a [type=unheard]`)))).toEqual(['type_known']);
    const bad = graphOf('a [prompt=p]');
    expect(() => validateOrThrow(bad)).toThrow(ValidationError);
    expect(() => validateOrThrow(bad)).toThrow(/start_node: the graph has no start node/);
  });
});
