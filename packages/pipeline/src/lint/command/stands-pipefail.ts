import type { CommandNode, Pipeline } from 'unbash';
import { baseName } from './layers.ts';
import { wordTexts } from './words.ts';

/** A program by its name as written, no wrapper, no compound, no word that is expanded. */
interface PlainProgram {
  readonly name: string;
  readonly args: readonly string[];
}

function plainProgram(command: CommandNode | undefined): PlainProgram | undefined {
  if (command?.type !== 'Command') return undefined;
  const [written, ...args] = wordTexts(command);
  if (written === undefined || !args.every((text) => text !== undefined)) return undefined;
  const name = baseName(written);
  // Another folder's program of a known name is another program.
  if (written !== name && !/^(?:\/usr)?(?:\/local)?\/bin\/[^/]+$/.test(written) && !/^\.\/(?:gradlew|mvnw)$/.test(written))
    return undefined;
  return { name, args };
}

/** Programs that work, say by their exit status whether it went well, and end by themselves. */
const workers: ReadonlySet<string> = new Set(
  (
    'make gmake ninja ctest pytest tox nox mypy ruff flake8 pylint black isort eslint prettier biome jest mocha ava tsc mvn mvnw gradle gradlew ' +
    'rake rspec rubocop phpunit shellcheck gcc g++ clang clang++ rustc javac'
  ).split(' '),
);

/** Programs of many trades, by the first words with which they do such work. */
const trades: ReadonlyMap<string, RegExp> = new Map([
  ['npm', /^(?:test|t|ci|i|install|(?:run|run-script) \S+)(?: |$)/],
  ['yarn', /^(?:test|install|lint|build|typecheck|run \S+)(?: |$)/],
  ['pnpm', /^(?:test|t|i|install|lint|build|typecheck|run \S+)(?: |$)/],
  ['bun', /^(?:test|install|build|run \S+)(?: |$)/],
  ['npx', /^(?:tsc|eslint|prettier|biome|jest|mocha|ava|vitest run)(?: |$)/],
  ['vitest', /^run(?: |$)/],
  ['cargo', /^(?:build|test|check|clippy|fmt|doc)(?: |$)/],
  ['go', /^(?:build|test|vet|install|generate|fmt|mod)(?: |$)/],
  ['dotnet', /^(?:build|test|restore|publish)(?: |$)/],
  ['swift', /^(?:build|test)(?: |$)/],
  ['bazel', /^(?:build|test)(?: |$)/],
  ['pip', /^install(?: |$)/],
  ['pip3', /^install(?: |$)/],
  ['python', /^-m (?:pytest|unittest|mypy|ruff|flake8|pylint|build|compileall|py_compile)(?: |$)/],
  ['python3', /^-m (?:pytest|unittest|mypy|ruff|flake8|pylint|build|compileall|py_compile)(?: |$)/],
]);

/** Words that say that a program stays. */
const staying = /\b(?:watch|serve|server|start|dev|preview|daemon|follow)\b|^-w$/i;

/** Programs that print something and cannot fail by it. */
const printers: ReadonlySet<string> = new Set('echo printf date pwd true :'.split(' '));

/** True for a command that is known to end by itself, and whose failure is one: no search, no wrapper around one, no endless source. */
export function endsByItself(command: CommandNode | undefined): boolean {
  const program = plainProgram(command);
  if (program === undefined) return false;
  const { name, args } = program;
  if (printers.has(name)) return true;
  if (args.some((text) => staying.test(text))) return false;
  return workers.has(name) || trades.get(name)?.test(args.join(' ')) === true;
}

/** Filters that read to the end whatever they read, and then succeed. */
const readers: ReadonlySet<string> = new Set('tail cat sort uniq wc tr cut nl fold fmt rev expand tac tee'.split(' '));

/** True for a filter that reads all of its standard input. A file that it names is read instead. */
export function readsToEnd(command: CommandNode | undefined): boolean {
  const program = plainProgram(command);
  if (program === undefined || !readers.has(program.name)) return false;
  const { name, args } = program;
  // The operands of these are no files to read.
  if (name === 'tr' || name === 'tee') return true;
  return args.every((text, at) => /^(?:[-+].*|\d+)$/.test(text) || (name === 'cut' && /^-[dfcb]$/.test(args[at - 1] ?? '')));
}

/** True when a pipeline can live under `pipefail` without failing for another reason than a failure of its commands. */
export function standsPipefail({ commands, prefixes }: Pipeline): boolean {
  const [first, ...rest] = commands;
  return prefixes.every(({ type }) => type !== 'Negation') && endsByItself(first) && rest.every(readsToEnd);
}
