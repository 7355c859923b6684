import {
  type AttributeDefinition,
  attributeTable,
  canonicalName,
  descriptorOf,
  edgeValue,
  findAttribute,
  foreignAdvice,
  formatDuration,
  graphValue,
  inheritedValue,
  isDrawingAttribute,
  maxSteps,
  nodeAttributes,
  nodeLabel,
  nodeValue,
  readDuration,
  readValue,
} from '@attractor/pipeline';
import { describe, expect, expectTypeOf, test } from 'vitest';
import { graphOf, nodeOf } from './helpers.ts';

const scopes = ['graph', 'node', 'edge'] as const;

describe('language.md 2: the registry', () => {
  test.each(scopes)('language.md 2: %s definitions are consistent', (scope) => {
    const words = new Set<string>();
    for (const [name, definition] of Object.entries(attributeTable(scope)) as [string, AttributeDefinition][]) {
      for (const word of [name, ...(definition.aliases ?? [])]) {
        expect(words.has(word), word).toBe(false);
        words.add(word);
        expect(isDrawingAttribute(word), word).toBe(false);
        expect(foreignAdvice(scope, word), word).toBeUndefined();
      }
      expect(definition.doc).not.toMatch(/\n/);
      expect(definition.doc.length).toBeGreaterThan(10);
      if (definition.inherits !== undefined) expect(findAttribute('graph', definition.inherits), name).toBeDefined();
      if (definition.default !== undefined && definition.type !== 'duration') {
        const text = typeof definition.default === 'object' ? definition.default.join(',') : String(definition.default);
        expect(readValue(definition, text), name).toEqual({ ok: true, value: definition.default });
      }
    }
  });

  test('language.md 2: every attribute of the page is there', () => {
    const page = {
      graph: `goal label params secret_params model_stylesheet llm_model llm_provider reasoning_effort backend script default_max_retries
        default_max_retry retry_target fallback_retry_target max_gate_retries require_gates fail_routing default_fidelity default_thread_id
        thread_reset max_steps max_pipeline_duration budget_usd budget_tokens shell one_pass mcp_servers stack.child_dotfile
        stack.child_workdir tool_hooks.pre tool_hooks.post pattern_key pattern_revision`,
      node: `shape type node_type label prompt llm_prompt class max_retries retry_on retry_policy goal_gate retry_target
        fallback_retry_target timeout allow_partial auto_status max_visits fidelity thread_id llm_model llm_provider reasoning_effort
        backend max_turns max_agent_turns mcp_servers response_schema runs_on continue_on_fail requires outputs must_write feedback_from
        tool_command tool_env tool_substitution shell parse_json mode description attachments_inline attachments_ref human.default_choice
        human.timeout_action join_policy error_policy max_parallel min_success k quorum_fraction dot_file context.anything
        manager.poll_interval manager.max_cycles manager.stop_condition manager.actions stack.child_dotfile stack.child_autostart
        tool_hooks.pre tool_hooks.post capability`,
      edge: 'label condition weight fidelity thread_id loop_restart kind',
    };
    for (const scope of scopes)
      for (const name of page[scope].split(/\s+/)) expect(findAttribute(scope, name), `${scope} ${name}`).toBeDefined();
    expect(findAttribute('node', 'context.')).toBeUndefined();
    expect(findAttribute('node', '__proto__')).toBeUndefined();
    expect(canonicalName('graph', 'default_max_retry')).toBe('default_max_retries');
    expect(canonicalName('node', 'k')).toBe('min_success');
  });

  test('language.md 2: values are typed by the table', () => {
    const graph = graphOf(
      'graph [default_fidelity=full, max_pipeline_duration=5000] a [k=2, timeout=90, goal_gate="TRUE", retry_on="fail, timeout"] a -> b [weight=2.0]',
    );
    const a = nodeOf(graph, 'a');
    const b = nodeOf(graph, 'b');
    expectTypeOf(nodeValue(a, 'max_retries')).toEqualTypeOf<number | undefined>();
    expectTypeOf(nodeValue(a, 'goal_gate')).toEqualTypeOf<boolean>();
    expectTypeOf(nodeValue(a, 'join_policy')).toEqualTypeOf<'wait_all' | 'first_success' | 'k_of_n' | 'quorum'>();
    expectTypeOf(graphValue(graph, 'max_gate_retries')).toEqualTypeOf<number>();
    expect(nodeValue(a, 'min_success')).toBe(2);
    expect(nodeValue(a, 'timeout')).toBe(90_000);
    expect(graphValue(graph, 'max_pipeline_duration')).toBe(5000);
    expect(nodeValue(a, 'goal_gate')).toBe(true);
    expect(nodeValue(b, 'goal_gate')).toBe(false);
    expect(nodeValue(a, 'retry_on')).toEqual(['fail', 'timeout']);
    expect(nodeValue(b, 'retry_on')).toEqual(['retry', 'exception', 'must_write']);
    expect(inheritedValue(graph, a, 'fidelity')).toBe('full');
    expect(inheritedValue(graphOf('a'), nodeOf(graphOf('a'), 'a'), 'fidelity')).toBe('compact');
    expect(graph.edges.map((edge) => edgeValue(edge, 'weight'))).toEqual([2]);
    expect(nodeLabel(b)).toBe('b');
    expect(maxSteps(graph)).toBe(1000);
  });

  test('language.md 2: unreadable and blank values give the default; other words of a boolean are false', () => {
    const node = nodeOf(graphOf('a [max_parallel=many, timeout="", "stack.child_autostart"=nope, fidelity=sharp]'), 'a');
    expect(nodeValue(node, 'max_parallel')).toBe(4);
    expect(nodeValue(node, 'timeout')).toBeUndefined();
    expect(nodeValue(node, 'stack.child_autostart')).toBe(false);
    expect(nodeValue(node, 'fidelity')).toBeUndefined();
  });

  test.each([
    ['900s', 900_000],
    ['15m', 900_000],
    ['250ms', 250],
    ['2h', 7_200_000],
    ['1d', 86_400_000],
    ['1.5h', 5_400_000],
    ['7', 7000],
    ['-1s', undefined],
    ['1.5', undefined],
    ['5 m', undefined],
    ['', undefined],
    ['99999999999999999d', undefined],
  ])('language.md 1: the duration %j', (text, value) => {
    expect(readDuration(text, 's')).toBe(value);
    if (value !== undefined) expect(readDuration(formatDuration(value), 's')).toBe(value);
  });

  test.each(['-1', '1.5', 'true', 'abc', '99999999999999999999'])('§31: max_retries=%s cannot be read', (text) => {
    expect(readValue(nodeAttributes.max_retries, text)).toMatchObject({ ok: false });
  });

  test('language.md 7: descriptors give roles; an unknown type is a custom model node', () => {
    const roles = ['start', 'exit', 'parallel', 'parallel.fan_in', 'conditional', 'tool'].map((type) => descriptorOf(type).role);
    expect(roles).toEqual(['start', 'exit', 'component', 'fan_in', 'conditional', 'work']);
    expect(descriptorOf('llm').type).toBe('codergen');
    expect(descriptorOf('my.own')).toMatchObject({ type: 'my.own', role: 'work', decidedBy: 'model' });
    expect(descriptorOf('my.own')).toBe(descriptorOf('my.own'));
  });
});
