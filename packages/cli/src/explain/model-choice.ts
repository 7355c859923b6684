import type { ModelDefaults } from '@attractor/agent';
import type { EffectiveAttribute, Graph, Node } from '@attractor/pipeline';
import type { BackendChoice } from '../run/choose-backend.ts';
import type { Io } from '../terminal/io.ts';
import { oneLine } from '../terminal/sanitize.ts';

/** Something that a model node gets, and why. */
export interface Choice {
  readonly what: 'backend' | 'provider' | 'model' | 'effort' | 'fidelity' | 'budget';
  readonly value: string;
  readonly why: string;
  /** What follows from it. */
  readonly note?: string;
}

export interface ChoiceParts {
  readonly graph: Graph;
  readonly node: Node;
  readonly attributes: readonly EffectiveAttribute[];
  /** Where an attribute comes from, as people read it. */
  origin(attribute: EffectiveAttribute): string;
  readonly choice: BackendChoice;
  /** `--backend` was given. */
  readonly backendFlag: boolean;
  readonly defaults: ModelDefaults;
  readonly budgetUsd: number | undefined;
}

/** Which backend, provider and model answer for a node, and why (files.md 5): attribute, stylesheet, graph, flag, environment, default. */
export async function modelChoices(parts: ChoiceParts, io: Io): Promise<Choice[]> {
  const backend = backendChoice(parts);
  const calls = backend.value === 'agent' || backend.value === 'llm';
  const scripted = backend.value === 'simulate' || backend.value === 'replay';
  return [
    backend,
    ...(calls ? await servedBy(parts, io) : scripted ? [] : stated(parts)),
    ...(scripted ? [] : effort(parts)),
    ...fidelity(parts),
    ...(await budgets(parts)),
  ];
}

function backendChoice({ choice, backendFlag, ...parts }: ChoiceParts): Choice {
  const { forced, default: standard } = choice.services;
  if (forced !== undefined) return { what: 'backend', value: forced, why: 'a flag replaces every choice' };
  const own = setBy(parts, 'backend');
  if (own !== undefined) return { what: 'backend', value: own.value, why: own.why };
  const why = backendFlag
    ? 'flag --backend'
    : choice.script === undefined
      ? 'default'
      : 'a script is given (flag --script, or graph attribute script)';
  return { what: 'backend', value: standard, why };
}

/** Provider and model as a run picks them; what cannot be served says so. */
async function servedBy(parts: ChoiceParts, io: Io): Promise<Choice[]> {
  const { defaults } = parts;
  const [{ pickModel }, { missingForProvider, providers, globOf, findProvider }] = await Promise.all([
    import('@attractor/agent'),
    import('@attractor/llm'),
  ]);
  const [provider, model] = [setBy(parts, 'llm_provider'), setBy(parts, 'llm_model')];
  const { environment } = io;
  const configured = providers.find((info) => missingForProvider(info, { environment }) === undefined);
  const standard = defaults.provider ?? configured?.name ?? providers[0]?.name ?? '';
  const name = provider?.value ?? standard;
  const whyProvider =
    provider?.why ??
    (defaults.provider !== undefined
      ? 'flag --provider'
      : configured === undefined
        ? 'default; no provider has a key'
        : `environment: the first provider that is set up (${variableOf(configured, environment)})`);
  const picked = pickModel({ provider: provider?.value, model: model?.value }, defaults, environment);
  const refused = picked.ok ? {} : { note: `a run would be refused: ${picked.problem}` };
  const info = findProvider(name);
  const given = model?.value ?? (name === standard ? defaults.model : undefined);
  const value = given ?? info?.defaultModel;
  const alias = info === undefined || value === undefined ? undefined : globOf(info, value);
  const resolved =
    alias === undefined
      ? {}
      : {
          note: `${oneLine(value ?? '')} is ${alias.by === 'alias' ? `an alias of ${alias.glob}` : 'a pattern'}: the provider's list resolves it at its first use`,
        };
  const whyModel = model?.why ?? (given === undefined ? `default of provider ${name}` : 'flag --model');
  return [
    { what: 'provider', value: name, why: whyProvider, ...refused },
    {
      what: 'model',
      value: value ?? 'none',
      why: value === undefined ? `provider ${name} has no default model; set llm_model or --model` : whyModel,
      ...resolved,
    },
  ];
}

/** The variable with which a provider was set up. */
function variableOf(
  {
    credentials,
    needsBaseUrl,
  }: { readonly credentials: readonly { keyVariable: string; baseUrlVariable: string }[]; readonly needsBaseUrl: boolean },
  environment: Io['environment'],
): string {
  const names = credentials.map(({ keyVariable, baseUrlVariable }) => (needsBaseUrl ? baseUrlVariable : keyVariable));
  return names.find((name) => (environment[name] ?? '').trim() !== '') ?? names[0] ?? '';
}

/** For agents in processes of their own, which have defaults that are theirs. */
function stated(parts: ChoiceParts): Choice[] {
  const model = setBy(parts, 'llm_model');
  if (model !== undefined) return [{ what: 'model', value: model.value, why: model.why }];
  const { model: flag } = parts.defaults;
  return [
    flag === undefined
      ? { what: 'model', value: 'its own', why: "the agent's default" }
      : { what: 'model', value: flag, why: 'flag --model' },
  ];
}

function effort(parts: ChoiceParts): Choice[] {
  const own = setBy(parts, 'reasoning_effort');
  return own === undefined ? [] : [{ what: 'effort', value: own.value, why: own.why }];
}

/** Edges come first (backends.md 3): the node's own is what counts where none of them says anything. */
function fidelity(parts: ChoiceParts): Choice[] {
  const found = parts.attributes.find(({ name }) => name === 'fidelity');
  const edges = parts.graph.edges
    .filter((edge) => edge.to === parts.node.id && edge.attributes.has('fidelity'))
    .map((edge) => `${oneLine(edge.from)} -> ${oneLine(edge.to)}: ${oneLine(edge.attributes.get('fidelity')?.text ?? '')}`);
  const inherited = parts.graph.attributes.get('default_fidelity')?.text;
  const value = found?.value ?? inherited ?? 'compact';
  const why = found?.value === undefined ? (inherited === undefined ? 'default' : 'graph attribute default_fidelity') : parts.origin(found);
  return [{ what: 'fidelity', value, why: edges.length === 0 ? why : `${why}; edges win: ${edges.join(', ')}` }];
}

async function budgets({ graph, budgetUsd }: ChoiceParts): Promise<Choice[]> {
  const { graphValue } = await import('@attractor/pipeline');
  const usd = budgetUsd ?? graphValue(graph, 'budget_usd');
  const tokens = graphValue(graph, 'budget_tokens');
  const parts = [
    ...(usd === undefined ? [] : [[`$${usd.toFixed(2)}`, budgetUsd === undefined ? 'graph attribute budget_usd' : 'flag --budget-usd']]),
    ...(tokens === undefined ? [] : [[`${tokens} tokens`, 'graph attribute budget_tokens']]),
  ];
  const value = parts.map(([amount]) => amount).join(', ');
  return [
    {
      what: 'budget',
      value: value === '' ? 'none' : value,
      why: value === '' ? 'no limit is set' : `${parts.map(([, why]) => why).join(', ')}; shared by the whole run`,
    },
  ];
}

function setBy(
  { attributes, origin }: Pick<ChoiceParts, 'attributes' | 'origin'>,
  name: string,
): { readonly value: string; readonly why: string } | undefined {
  const found = attributes.find((attribute) => attribute.name === name);
  if (found?.value === undefined || found.origin === 'unset' || found.origin === 'system') return undefined;
  return { value: oneLine(found.value), why: origin(found) };
}
