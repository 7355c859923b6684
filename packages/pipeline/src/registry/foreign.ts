import type { AttributeScope } from './definition.ts';

/** Attributes of other engines of this family, with what to write here (language.md 2). */
const foreign: Readonly<Record<AttributeScope, Readonly<Record<string, string>>>> = {
  graph: {
    context_fidelity_default: 'write `default_fidelity`',
    context_thread_default: 'write `default_thread_id`',
    default_command_timeout_ms: 'set `timeout` on the nodes, or by a rule of `model_stylesheet`',
    max_command_timeout_ms: 'set `timeout` on the nodes, or by a rule of `model_stylesheet`',
    inputs: 'write `params`',
    vars: 'write `params`',
    outputs: 'set `outputs` on the nodes that write them',
    loop_restart_persist_keys: 'leave it out: a `loop_restart` keeps the context',
    loop_restart_signature_limit: 'bound the loop by `max_visits` of a node on it',
    max_goal_gate_redirects: 'write `max_gate_retries`',
    model: 'write `llm_model`',
    provider: 'write `llm_provider`',
    max_retries: 'write `default_max_retries`',
    fidelity: 'write `default_fidelity`',
    thread_id: 'write `default_thread_id`',
    timeout: 'write `max_pipeline_duration` for the run, `timeout` on the nodes',
  },
  node: {
    agent_tool: 'write `backend` (`claude`, `codex`, `gemini`)',
    child_graph: 'write `stack.child_dotfile`',
    child_dotfile: 'write `stack.child_dotfile`',
    'manager.child_dotfile': 'write `stack.child_dotfile`',
    command: 'write `tool_command`',
    context_fidelity: 'write `fidelity`',
    context_keys: 'name the keys in the prompt, as in `$node.output`',
    context_thread: 'write `thread_id`',
    is_codergen: 'leave it out: the shape decides',
    llm_callback: 'leave it out: the shape decides',
    max_iterations: 'write `manager.max_cycles` on a manager, `max_visits` elsewhere',
    max_retry: 'write `max_retries`',
    max_tokens: 'leave it out: the model client decides',
    model: 'write `llm_model`',
    provider: 'write `llm_provider`',
    retry_preset: 'write `retry_policy`',
    success_condition: 'write `manager.stop_condition`',
    system_prompt: 'put it into `prompt`',
    thread: 'write `thread_id`',
  },
  edge: { guard: 'write `condition`', when: 'write `condition`', priority: 'write `weight`', context_fidelity: 'write `fidelity`' },
};

/** What to do about a known attribute of another engine; undefined for any other name. */
export function foreignAdvice(scope: AttributeScope, name: string): string | undefined {
  const table = foreign[scope];
  return Object.hasOwn(table, name) ? table[name] : undefined;
}
