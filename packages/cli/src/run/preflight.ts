import type { BackendRegistry, Services } from '@attractor/engine';
import { defaultProvider, hasKey, providers } from './providers.ts';

/** A model node of the root graph or of a statically known child. */
export interface ModelNode {
  readonly id: string;
  /** File of the child, when it is not the root graph. */
  readonly file?: string;
  /** Own, stylesheet or graph attribute; absent when the default decides. */
  readonly backend?: string;
  readonly provider?: string;
}

export interface PreflightOptions {
  readonly backends: BackendRegistry;
  readonly backend: Services['backend'];
  /** `--provider`. */
  readonly provider: string | undefined;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/**
 * §36: before the first node, each model node's backend exists, its provider is known and the provider's key variable is set.
 * Returns one message with all failures, or undefined. Nothing is checked for nodes whose backend needs no provider.
 */
export function preflight(nodes: readonly ModelNode[], options: PreflightOptions): string | undefined {
  const { backends, backend } = options;
  const lost = nodes.filter(
    (node) => backend.forced === undefined && node.backend === undefined && backends.get(backend.default) === undefined,
  );
  if (lost.length > 0 && lost.length === nodes.length) return noBackend(lost, backends);
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

function nodeFailure(node: ModelNode, { backends, backend, provider, environment }: PreflightOptions): string | undefined {
  const name = backend.forced ?? node.backend ?? backend.default;
  const found = backends.get(name);
  if (found === undefined) return `there is no backend \`${name}\`; backends: ${backends.names().join(', ')}`;
  if (!found.needsProvider) return undefined;
  const wanted = node.provider ?? provider ?? defaultProvider(environment);
  if (!Object.hasOwn(providers, wanted)) return `unknown provider \`${wanted}\`; providers: ${Object.keys(providers).join(', ')}`;
  if (hasKey(wanted, environment)) return undefined;
  return `provider ${wanted} (backend ${name}) needs ${(providers[wanted] ?? []).join(' or ')}, which is not set`;
}

/** The refusal of a graph whose model nodes nobody can answer, with the three ways out (backends.md 1). */
function noBackend(nodes: readonly ModelNode[], backends: BackendRegistry): string {
  const ids = nodes.slice(0, 5).map((node) => node.id);
  const more = nodes.length > ids.length ? ` and ${nodes.length - ids.length} more` : '';
  return [
    `no model can answer for ${nodes.length === 1 ? 'node' : 'nodes'} ${ids.join(', ')}${more}. Three ways out:`,
    '  --simulate      run without a model: fixed answers',
    '  --script FILE   answers from a script (or graph attribute `script`)',
    `  --backend NAME  a backend that is there (${backends.names().join(', ')}), or \`backend\` on the nodes`,
  ].join('\n');
}
