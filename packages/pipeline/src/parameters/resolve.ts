import type { Diagnostic } from '../diagnostic.ts';
import type { Attribute, Graph } from '../model.ts';
import { splitList } from '../registry/read-value.ts';
import { rangeWithin, valueRange, withRange } from '../source-range.ts';
import { declaredParameters, type ParameterDeclaration } from './declaration.ts';
import { isEngineKey } from './engine-keys.ts';
import { isProtectedVariable } from './protected.ts';

export interface ResolvedParameters {
  /** Given values over declared defaults; `goal` is not among them. */
  readonly values: ReadonlyMap<string, string>;
  readonly secret: ReadonlySet<string>;
  /** Declared, but without a value: references to them stay as written. */
  readonly open: ReadonlySet<string>;
}

/**
 * Parameters of a run from what the graph declares and what is given (language.md 2). Without `given` no run is meant, and
 * required ones are not asked for.
 */
export function resolveParameters(
  graph: Graph,
  given: ReadonlyMap<string, string> | undefined,
  report: (diagnostic: Diagnostic) => void,
): ResolvedParameters {
  const attribute = graph.attributes.get('params');
  const declared = declaredParameters(graph);
  const values = new Map<string, string>();
  for (const item of declared) checkDeclaration(graph, item, attribute, given, report, values);
  const names = new Set(declared.map((item) => item.name));
  for (const [name, value] of given ?? []) {
    if (name === 'goal') continue;
    const refused = names.has(name) ? undefined : refusal(graph, name);
    if (refused !== undefined) report(found('parameter_refused', `--param ${name}: ${refused}`));
    else values.set(name, value);
    if (refused === undefined && attribute !== undefined && !names.has(name)) {
      report(found('parameter_undeclared', `--param ${name}: the graph declares parameters, and this is none of them`, 'info', attribute));
    }
  }
  const secret = new Set(splitList(graph.attributes.get('secret_params')?.text ?? ''));
  return { values, secret, open: new Set([...names].filter((name) => !values.has(name))) };
}

function checkDeclaration(
  graph: Graph,
  item: ParameterDeclaration,
  attribute: Attribute | undefined,
  given: ReadonlyMap<string, string> | undefined,
  report: (diagnostic: Diagnostic) => void,
  values: Map<string, string>,
): void {
  const range = attribute === undefined ? undefined : rangeWithin(attribute, item.range);
  const error = (rule: string, message: string) => report({ ...found(rule, message), ...withRange(range) });
  const refused = item.problem ?? refusal(graph, item.name);
  if (item.problem !== undefined) return error('parameter_declaration', `\`params\`: cannot read \`${item.name}\`; ${item.problem}`);
  if (refused !== undefined) return error('parameter_refused', `\`params\`: \`${item.name}\`: ${refused}`);
  if (item.default !== undefined) values.set(item.name, item.default);
  if (item.required && given !== undefined && !given.has(item.name)) {
    error('parameter_missing', `the parameter \`${item.name}\` is required; give it by --param ${item.name}=VALUE`);
  }
}

/** Why a name cannot be a parameter; undefined when it can. */
export function refusal(graph: Graph, name: string): string | undefined {
  if (isProtectedVariable(name)) return 'the environment variable of this name is protected; choose another name';
  const owns = (id: string) => graph.nodes.has(id) && (id !== name || graph.nodes.get(id)?.attributes.has('response_schema') === true);
  return isEngineKey(name, owns) ? 'the engine writes the context key of this name; choose another name' : undefined;
}

function found(rule: string, message: string, severity: Diagnostic['severity'] = 'error', attribute?: Attribute): Diagnostic {
  return { rule, severity, message, ...withRange(valueRange(attribute)), page: `docs/rules/${rule}.md` };
}
