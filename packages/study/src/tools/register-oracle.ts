import { isAbsolute, relative, resolve, sep } from 'node:path';
import type { JsonObject } from '@attractor/engine';
import type { Recorder } from '../records/recorder.ts';
import { defaultTimeoutMs, type EvaluationSource, ownSource, sourceFor, sourceName } from '../store/evaluation-source.ts';
import { readLookup } from '../store/lookup.ts';
import { namespaceProblem } from '../store/namespace.ts';
import { readRunConfig, registerSource } from '../store/run-config.ts';
import type { GrowingStore } from '../store/store.ts';
import { flagOf, numberOf, textOf, textsOf } from './read-arguments.ts';
import type { StudyTool } from './study-tool.ts';

export interface RegisterOracleOptions {
  readonly study: string;
  readonly runConfig: string;
  readonly store: Pick<GrowingStore, 'length' | 'namespaces'>;
  readonly recorder: Pick<Recorder, 'diagnostic'>;
}

/** Names the source of evaluations (ES-02); one whose store has rows is changed only with `confirm`. */
export function registerOracleTool(options: RegisterOracleOptions): StudyTool {
  return {
    name: 'RegisterOracle',
    description:
      'Register what evaluates inputs: `entrypoint`, a command that runs in the study folder, reads one JSON object from stdin, prints one JSON object as the last line of stdout and exits 0; or `lookup`, a JSONL file of {"input": {..}, "output": {..}}.',
    parameters: {
      type: 'object',
      properties: {
        entrypoint: { type: ['string', 'null'], description: 'e.g. "python3 oracle.py"' },
        lookup: { type: ['string', 'null'], description: 'A file in the study folder' },
        outputs: { type: 'array', items: { type: 'string' }, description: 'Names that every output must have' },
        namespace: { type: ['string', 'null'], description: 'Register it for this namespace only' },
        timeout_s: {
          type: ['number', 'null'],
          exclusiveMinimum: 0,
          description: `Seconds an evaluation may take; default ${defaultTimeoutMs / 1000}`,
        },
        confirm: { type: 'boolean', description: 'Replace an oracle whose store already has rows' },
      },
      additionalProperties: false,
    },
    kind: 'protocol',
    run(args, caller) {
      const namespace = textOf(args, 'namespace') ?? null;
      const source = namespaceProblem(namespace) ?? sourceOf(args, options.study);
      if (typeof source === 'string') return `ERROR: ${source}`;
      const where = namespace === null ? 'the canonical store' : `namespace ${namespace}`;
      const before = sourceFor(readRunConfig(options.runConfig), namespace);
      const isSame = before !== undefined && JSON.stringify(before) === JSON.stringify(source);
      const rows = before === undefined || isSame ? 0 : rowsUnder(options, namespace);
      if (rows > 0 && !flagOf(args, 'confirm', false)) {
        return `REFUSED: ${where} has ${rows} rows of \`${sourceName(before ?? source)}\`. They would stay and answer equal inputs. Register the new oracle under another namespace, or repeat the call with confirm=true.`;
      }
      registerSource(options.runConfig, namespace, source);
      options.recorder.diagnostic('ORACLE_REGISTERED', caller.node, {
        source: sourceName(source),
        namespace,
        outputs: source.outputs,
        replaced: before === undefined || isSame ? null : sourceName(before),
        rows,
        delegation_id: caller.delegation ?? null,
      });
      return `Registered \`${sourceName(source)}\` for ${where}.${rows > 0 ? ` ${rows} rows of the earlier oracle stay.` : ''} Try it with Evaluate.`;
    },
  };
}

/** What the arguments name, or what is wrong with them. */
function sourceOf(args: JsonObject, study: string): EvaluationSource | string {
  const [command, lookup] = [textOf(args, 'entrypoint')?.trim() ?? '', textOf(args, 'lookup')?.trim() ?? ''];
  const outputs = textsOf(args, 'outputs');
  if ((command === '') === (lookup === '')) return 'give either `entrypoint`, a command, or `lookup`, a JSONL file';
  if (command.includes('\0')) return '`entrypoint` holds a NUL character';
  const seconds = numberOf(args, 'timeout_s');
  if (command !== '')
    return { kind: 'entrypoint', command, outputs, timeoutMs: seconds === undefined || seconds <= 0 ? defaultTimeoutMs : seconds * 1000 };
  const file = resolve(study, lookup);
  const way = relative(study, file);
  if (way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way)) return `${lookup} is outside the study folder`;
  const table = readLookup(file);
  return typeof table === 'string' ? table : { kind: 'lookup', file, outputs };
}

/** Rows that the source to be replaced has answered for: with the canonical one, those of namespaces that have none of their own. */
function rowsUnder({ runConfig, store }: RegisterOracleOptions, namespace: string | null): number {
  const config = readRunConfig(runConfig) ?? {};
  const inherited = namespace === null ? store.namespaces().filter((name) => ownSource(config, name) === undefined) : [];
  return [namespace, ...inherited].reduce((sum, name) => sum + store.length(name), 0);
}
