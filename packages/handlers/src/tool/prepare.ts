import type { Invocation, Json, Masker, TextLookup } from '@attractor/engine';
import {
  type CommandVariable,
  commandEnvironment,
  environmentName,
  graphValue,
  inheritedValue,
  nodeValue,
  rewriteCommand,
  substitute,
} from '@attractor/pipeline';
import { dialectOf, shellOf } from './shell.ts';

/** A command ready to run, or why it must not run. */
export type PreparedCommand =
  | { readonly ok: true; readonly shell: string; readonly command: string; readonly environment: Readonly<Record<string, string>> }
  | { readonly ok: false; readonly command: string; readonly problem: string };

const contextFile = 'context.json';

const plain = { numeric: false, word: false, identifier: false, emptyAllowed: true, assigned: false, exported: true } as const;

/**
 * Makes a command and its environment (language.md 4): values reach it as variables, never as text of the command, unless
 * `tool_substitution="raw"`. When it references context keys, or names ATTRACTOR_CONTEXT_FILE, a JSON file in the node
 * folder holds the values: the referenced ones, or all when it asks for the file. Writes nothing else.
 */
export function prepareCommand(invocation: Invocation, statusFile: string, masker: Masker): PreparedCommand {
  const { node, graph, services } = invocation;
  const written = nodeValue(node, 'tool_command') ?? '';
  const shell = shellOf(inheritedValue(graph, node, 'shell'), services.environment);
  const lookup = commandLookup(invocation);
  const raw = nodeValue(node, 'tool_substitution') === 'raw';
  const rewritten = raw ? rawCommand(written, lookup) : rewriteCommand(written, { isKnown: lookup.has, shell: dialectOf(shell) });
  const exported = nodeValue(node, 'tool_env').map((key): CommandVariable => ({ name: environmentName(key), key, ...plain }));
  const variables = [...rewritten.variables, ...exported];
  const { command } = rewritten;
  const inherited = inheritedEnvironment(services.environment);
  const values = commandEnvironment(variables, (key) => lookup.get(key), inherited, parameterNames(invocation));
  const file = writeContextFile(invocation, variables, written.includes('ATTRACTOR_CONTEXT_FILE'), lookup, masker);
  if (!values.ok) {
    const where =
      values.tooLarge === true && file !== undefined
        ? `; the values are in ${file}, whose path a command finds in ATTRACTOR_CONTEXT_FILE`
        : '';
    return { ok: false, command, problem: `${values.problem}${where}` };
  }
  const own = {
    ATTRACTOR_RUN_ID: invocation.runId,
    ATTRACTOR_NODE: node.id,
    ATTRACTOR_VISIT: String(invocation.visit),
    ATTRACTOR_ATTEMPT: String(invocation.attempt),
    ATTRACTOR_STATUS_FILE: statusFile,
    ...(file === undefined ? {} : { ATTRACTOR_CONTEXT_FILE: file }),
  };
  return { ok: true, shell, command, environment: { ...inherited, ...values.env, ...own } };
}

/** `$goal` is the graph's goal; feedback channels are not expandable (engine.md 7). `$context` stays the script's own: it is a word of prompts. */
function commandLookup({ context }: Invocation): TextLookup {
  const known = (key: string): boolean =>
    !key.startsWith('feedback.channel.') && (context.has(key) || (key === 'goal' && context.has('graph.goal')));
  return {
    has: known,
    get: (key) => (known(key) ? (context.get(key) ?? context.get('graph.goal')) : undefined),
  };
}

/** Pastes values into the text, as the attribute asks for; `$$` is the shell's here. */
function rawCommand(written: string, lookup: TextLookup): { readonly command: string; readonly variables: readonly CommandVariable[] } {
  return {
    command: substitute(
      written.replaceAll('$$', () => '$$$$'),
      lookup,
    ),
    variables: [],
  };
}

const ours = new Set([
  'ATTRACTOR_RUN_ID',
  'ATTRACTOR_NODE',
  'ATTRACTOR_VISIT',
  'ATTRACTOR_ATTEMPT',
  'ATTRACTOR_STATUS_FILE',
  'ATTRACTOR_CONTEXT_FILE',
]);

/** What the run itself was started with, without what an outer run said about its own node. */
function inheritedEnvironment(environment: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).filter((entry): entry is [string, string] => entry[1] !== undefined && !ours.has(entry[0])),
  );
}

/** Keys that may replace a variable of the environment: parameters that still have the value they were given. */
function parameterNames({ graph, context, parameters }: Invocation): ReadonlySet<string> {
  const unchanged = [...parameters].filter(([name, value]) => context.get(name) === value).map(([name]) => name);
  return new Set([...unchanged, ...graphValue(graph, 'secret_params')]);
}

/** Secrets are masked in the file: they are written nowhere. */
function writeContextFile(
  { directory, context }: Invocation,
  variables: readonly CommandVariable[],
  all: boolean,
  lookup: TextLookup,
  masker: Masker,
): string | undefined {
  if (!all && variables.length === 0) return undefined;
  const keys = new Set([...(all ? context.keys() : []), ...variables.map((variable) => variable.key)]);
  const values: Record<string, Json> = Object.fromEntries([...keys].sort().map((key) => [key, lookup.get(key) ?? null]));
  directory.write(contextFile, `${JSON.stringify(masker.json(values), null, 2)}\n`);
  return `${directory.ensure()}/${contextFile}`;
}
