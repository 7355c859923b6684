import type { ModelDefaults, ModelWish, PickedModel } from '@attractor/agent';
import type { BackendRegistry, Json, NodeWish, Services } from '@attractor/engine';

/** A model node of the root graph or of a statically known child. */
export interface ModelNode {
  readonly id: string;
  /** File of the child, when it is not the root graph. */
  readonly file?: string;
  /** Own, stylesheet or graph attribute; absent when the default decides. */
  readonly backend?: string;
  readonly provider?: string;
  readonly model?: string;
  /** Own or graph attribute, read by backend `agent`. */
  readonly mcpServers?: Json;
  readonly wish: NodeWish;
}

export interface PreflightOptions {
  /** What backends that bring their own provider say against nodes. */
  readonly refusals: ReadonlyMap<ModelNode, string>;
  readonly backends: BackendRegistry;
  readonly backend: Services['backend'];
  /** `--provider` and `--model`. */
  readonly defaults: ModelDefaults;
  /** Which provider and model a node gets at run time, or why none. */
  pick(wish: ModelWish): PickedModel;
  /** Each provider with the variable that holds its key, for the message when none is set. */
  readonly keyVariables: readonly string[];
  /** Which programs of MCP servers do not exist. */
  missingPrograms(servers: Json): string | undefined;
  /** Some provider has what it needs. */
  readonly anyConfigured: boolean;
}

/**
 * §36: before the first node, each model node's backend exists, its provider is known and the provider's key variable is set.
 * Returns one message with all failures, or undefined. Nothing is checked for nodes whose backend needs no provider.
 */
export function preflight(nodes: readonly ModelNode[], options: PreflightOptions): string | undefined {
  const lost = nodes.filter((node) => waitsForKey(node, options));
  if (lost.length > 0 && lost.length === nodes.length) return noKey(lost, options.keyVariables);
  const failures = nodes.flatMap((node) => {
    const failure = nodeFailure(node, options);
    return failure === undefined ? [] : [`  ${node.file === undefined ? '' : `${node.file}: `}node ${node.id}: ${failure}`];
  });
  if (failures.length === 0) return undefined;
  return [
    `preflight: ${failures.length} of ${nodes.length} model ${nodes.length === 1 ? 'node' : 'nodes'} cannot run:`,
    ...failures,
    'Nothing was run. --simulate runs the pipeline without models.',
  ].join('\n');
}

/** Backends that start the servers of `mcp_servers`. */
const withServers = new Set(['agent', 'replay']);

function nodeFailure(node: ModelNode, options: PreflightOptions): string | undefined {
  const { backends, backend, pick, refusals } = options;
  const name = backend.forced ?? node.backend ?? backend.default;
  const found = backends.get(name);
  if (found === undefined) return `there is no backend \`${name}\`; backends: ${backends.names().join(', ')}`;
  if (found.check !== undefined) {
    const refusal = refusals.get(node);
    return refusal === undefined ? undefined : `${refusal} (backend ${name})`;
  }
  const programs = withServers.has(name) && node.mcpServers !== undefined ? options.missingPrograms(node.mcpServers) : undefined;
  if (!found.needsProvider) return programs;
  const picked = pick({ provider: node.provider, model: node.model });
  return picked.ok ? programs : `${picked.problem} (backend ${name})`;
}

/** Nothing about the node is wrong: it names nothing that is missing, there just is no key at all. */
function waitsForKey(node: ModelNode, { backends, backend, defaults, anyConfigured }: PreflightOptions): boolean {
  if (anyConfigured || node.provider !== undefined || defaults.provider !== undefined) return false;
  const found = backends.get(backend.forced ?? node.backend ?? backend.default);
  return found?.needsProvider === true && found.check === undefined;
}

/** The refusal of a graph whose model nodes nobody can answer, with the three ways out (backends.md 1). */
function noKey(nodes: readonly ModelNode[], variables: readonly string[]): string {
  const ids = nodes.slice(0, 5).map((node) => node.id);
  const more = nodes.length > ids.length ? ` and ${nodes.length - ids.length} more` : '';
  return [
    `no model can answer for ${nodes.length === 1 ? 'node' : 'nodes'} ${ids.join(', ')}${more}. Three ways out:`,
    `  a key           set one of ${variables.join(', ')}`,
    '  --simulate      run without a model: fixed answers',
    '  --script FILE   answers from a script (or graph attribute `script`)',
  ].join('\n');
}
