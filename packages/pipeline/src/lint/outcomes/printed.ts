import type { Command, CommandNode, CompoundList, Pipeline, PipelineNode, Redirection, Statement } from 'unbash';
import type { Node } from '../../model.ts';
import { nodeValue } from '../../registry/value.ts';
import { parseShell } from '../../shell/parse-shell.ts';
import { staticText } from '../../shell/static-text.ts';

/** How a command can succeed: with these last lines, or never when there are none (engine.md 10). */
export type SuccessLines = ReadonlySet<string>;

/** What stands at one point of a run through the code: the last line so far, whether it is still open, and the last exit status. */
interface State {
  /** Undefined: text that only the run knows. */
  readonly last: string | undefined;
  readonly open: boolean;
  readonly ok: boolean;
}

/** States by their text, so that equal ones count once. */
type States = ReadonlyMap<string, State>;

/** Thrown for code that is not followed: then nothing is known. */
class NotFollowed extends Error {}

const maxStates = 48;
const cache = new WeakMap<Node, { readonly lines: SuccessLines | undefined }>();

/**
 * The last lines with which a node's command can succeed; undefined when they are not known. Sound: a success with another last line
 * does not happen. Follows lists, `&&`, `||`, `if`, `case`, groups, `echo`, `printf`, `exit`.
 */
export function successLines(node: Node): SuccessLines | undefined {
  let known = cache.get(node);
  if (known === undefined) {
    known = { lines: compute(node) };
    cache.set(node, known);
  }
  return known.lines;
}

function compute(node: Node): SuccessLines | undefined {
  const command = nodeValue(node, 'tool_command') ?? '';
  if (command.trim() === '' || command.length > 20_000 || nodeValue(node, 'tool_substitution') === 'raw') return undefined;
  const { tree, errors } = parseShell(command);
  if (errors.length > 0) return undefined;
  try {
    const ended = new Map<string, State>();
    const after = list(tree.commands, statesOf([{ last: '', open: false, ok: true }]), ended);
    const lines = new Set<string>();
    for (const state of [...after.values(), ...ended.values()]) {
      if (!state.ok) continue;
      if (state.last === undefined) return undefined;
      lines.add(state.last.trim());
    }
    return lines;
  } catch (error) {
    if (error instanceof NotFollowed || error instanceof RangeError) return undefined;
    throw error;
  }
}

function statesOf(states: Iterable<State>): States {
  const all = new Map<string, State>();
  for (const state of states) all.set(JSON.stringify([state.last ?? null, state.open, state.ok]), state);
  if (all.size > maxStates) throw new NotFollowed();
  return all;
}

function union(...all: readonly States[]): States {
  return statesOf(all.flatMap((states) => [...states.values()]));
}

const when = (states: States, ok: boolean): States => statesOf([...states.values()].filter((state) => state.ok === ok));
const each = (states: States, change: (state: State) => State | readonly State[]): States =>
  statesOf([...states.values()].flatMap((state) => change(state)));
const either = (states: States): States =>
  each(states, (state) => [
    { ...state, ok: true },
    { ...state, ok: false },
  ]);

type Ended = Map<string, State>;

/** Depth of the code is bounded: deep nesting is not followed. */
function list(statements: readonly Statement[], from: States, ended: Ended, depth = 0): States {
  if (depth > 20) throw new NotFollowed();
  let states = from;
  for (const statement of statements) {
    if (statement.background) throw new NotFollowed();
    states = part(statement.command, states, ended, depth);
  }
  return states;
}

function compound(body: CompoundList, from: States, ended: Ended, depth: number): States {
  return list(body.commands, from, ended, depth + 1);
}

function part(node: Statement['command'], from: States, ended: Ended, depth: number): States {
  if (node.type !== 'AndOr') return pipeline(node, from, ended, depth);
  let states = from;
  for (const [index, command] of node.commands.entries()) {
    const operator = node.operators[index - 1];
    if (operator === undefined) states = pipeline(command, states, ended, depth);
    else {
      const runs = operator === '&&';
      states = union(when(states, !runs), pipeline(command, when(states, runs), ended, depth));
    }
  }
  return states;
}

function pipeline(node: PipelineNode, from: States, ended: Ended, depth: number): States {
  if (from.size === 0) return from;
  if (node.type !== 'Pipeline') return command(node, from, ended, depth);
  const negated = node.prefixes.some((prefix) => prefix.type === 'Negation');
  const [only] = node.commands;
  if (only === undefined) throw new NotFollowed();
  const states = node.commands.length === 1 ? command(only, from, ended, depth) : piped(node, from);
  return negated ? each(states, (state) => ({ ...state, ok: !state.ok })) : states;
}

/** Of a pipeline the last command's output is seen. */
function piped(node: Pipeline, from: States): States {
  const last = node.commands.at(-1);
  const silent = last?.type === 'Command' && (isSilent(last) || redirectsOutput(last.redirects));
  return either(silent ? from : unknown(from));
}

function unknown(from: States): States {
  return each(from, (state) => ({ ...state, last: undefined, open: true }));
}

function command(node: CommandNode, from: States, ended: Ended, depth: number): States {
  switch (node.type) {
    case 'Command':
      return simple(node, from, ended);
    case 'BraceGroup':
      return compound(node.body, from, ended, depth);
    case 'Subshell': {
      const inner: Ended = new Map();
      const after = compound(node.body, from, inner, depth);
      return union(after, inner);
    }
    case 'If': {
      let test = compound(node.clause, from, ended, depth);
      const results = [compound(node.then, when(test, true), ended, depth)];
      for (const branch of node.elif) {
        test = compound(branch.clause, when(test, false), ended, depth);
        results.push(compound(branch.then, when(test, true), ended, depth));
      }
      const none = when(test, false);
      results.push(node.else === undefined ? each(none, (state) => ({ ...state, ok: true })) : compound(node.else, none, ended, depth));
      return union(...results);
    }
    case 'Case': {
      if (node.items.some((item) => item.terminator !== undefined && item.terminator !== ';;')) throw new NotFollowed();
      const results = node.items.map((item) =>
        compound(
          item.body,
          each(from, (state) => ({ ...state, ok: true })),
          ended,
          depth,
        ),
      );
      const isTotal = node.items.some((item) => item.pattern.some((word) => word.text === '*'));
      return union(...results, ...(isTotal ? [] : [each(from, (state) => ({ ...state, ok: true }))]));
    }
    case 'For':
    case 'ArithmeticFor':
    case 'While': {
      let all = each(from, (state) => ({ ...state, ok: true }));
      for (let size = -1; all.size !== size; ) {
        size = all.size;
        const start = node.type === 'While' ? compound(node.clause, all, ended, depth) : all;
        all = union(all, compound(node.body, start, ended, depth));
      }
      return either(all);
    }
    case 'TestCommand':
    case 'ArithmeticCommand':
      return either(from);
    case 'Redirected':
      if (!redirectsOutput(node.redirects)) throw new NotFollowed();
      return either(hidden(node.command, from));
    default:
      throw new NotFollowed();
  }
}

/** A group whose output goes elsewhere: its lines are not seen, and its exits are not followed. */
function hidden(node: CommandNode, from: States): States {
  if (node.type !== 'Subshell' && JSON.stringify(node, skipText).includes('"exit"')) throw new NotFollowed();
  return from;
}

function skipText(key: string, value: unknown): unknown {
  return key === 'pos' || key === 'end' ? undefined : value;
}

/** Programs that print nothing. */
const silent: ReadonlySet<string> = new Set(
  ': true false test [ set mkdir rmdir rm cp mv touch chmod export unset read local declare readonly shift sleep wait ln kill'.split(' '),
);
/** What may run other code of this shell, or end it in a way that is not followed. */
const opaque: ReadonlySet<string> = new Set([
  'eval',
  'exec',
  '.',
  'source',
  'trap',
  'return',
  'break',
  'continue',
  'alias',
  'command',
  'builtin',
]);

function isSilent(node: Command): boolean {
  const name = node.name === undefined ? '' : staticText(node.name);
  return (
    name === '' ||
    (name !== undefined && silent.has(name)) ||
    (isQuietSearch(name) && node.suffix.some((part) => textOf(part)?.match(/^-\w*q/)))
  );
}

function isQuietSearch(name: string | undefined): boolean {
  return name === 'grep' || name === 'egrep' || name === 'fgrep' || name === 'rg' || name === 'diff' || name === 'cmp';
}

function textOf(part: Command['suffix'][number]): string | undefined {
  return part.type === 'Word' ? staticText(part) : undefined;
}

function simple(node: Command, from: States, ended: Ended): States {
  const name = node.name === undefined ? '' : staticText(node.name);
  if (name === undefined || opaque.has(name)) throw new NotFollowed();
  const args = node.args.map((arg) => (arg.type === 'Word' ? staticText(arg) : undefined));
  if (name === 'exit') {
    const [code] = args;
    if (node.args.length > 1 || (node.args.length === 1 && (code === undefined || !/^\d+$/.test(code)))) throw new NotFollowed();
    const out = code === undefined ? from : each(from, (state) => ({ ...state, ok: Number(code) % 256 === 0 }));
    for (const [key, state] of out) ended.set(key, state);
    return new Map();
  }
  if (name === 'true' || name === ':') return each(from, (state) => ({ ...state, ok: true }));
  if (name === 'false') return each(from, (state) => ({ ...state, ok: false }));
  if (isSilent(node) || redirectsOutput(node.redirects)) return either(from);
  const text = name === 'echo' ? echoed(args) : name === 'printf' ? formatted(args) : undefined;
  if (text !== undefined) return each(from, (state) => printed(state, text));
  const isPrint = name === 'echo' || name === 'printf';
  const open = name !== 'echo' || args[0] === '-n';
  const after = each(from, (state) => ({ last: undefined, open, ok: isPrint ? true : state.ok }));
  return isPrint ? after : either(after);
}

function echoed(args: readonly (string | undefined)[]): string | undefined {
  if (args.some((text) => text === undefined || text.includes('\\')) || args[0]?.match(/^-[neE]+$/)) return undefined;
  return `${args.join(' ')}\n`;
}

function formatted(args: readonly (string | undefined)[]): string | undefined {
  const [format, value, ...rest] = args;
  if (format === undefined || rest.length > 0 || args.includes(undefined)) return undefined;
  const text = format.replaceAll('%s', () => value ?? '').replaceAll('\\n', '\n');
  if (format.split('%').length - 1 !== (format.match(/%s/g)?.length ?? 0) || (format.match(/%s/g)?.length ?? 0) > 1) return undefined;
  return text.includes('\\') || (value !== undefined && !format.includes('%s')) ? undefined : text;
}

/** The last line that is not blank counts. */
function printed(state: State, text: string): State {
  const lines = text.split('\n');
  const open = lines.at(-1) !== '';
  const whole = open ? lines : lines.slice(0, -1);
  const head = whole[0] ?? '';
  const first = state.open ? (state.last === undefined ? undefined : state.last + head) : head;
  const rest = whole.slice(1).filter((line) => line.trim() !== '');
  const last = rest.at(-1) ?? (first === undefined || first.trim() !== '' ? first : state.open ? first : state.last);
  return { last, open: open && (whole.length === 1 || (whole.at(-1) ?? '').trim() !== ''), ok: true };
}

/** Whether what a command prints goes to a file or to stderr. */
function redirectsOutput(redirects: readonly Redirection[]): boolean {
  return redirects.some((redirect) => {
    if (redirect.type !== 'Redirect') return false;
    const { operator } = redirect;
    if (operator === '&>' || operator === '&>>') return true;
    if (operator !== '>' && operator !== '>>' && operator !== '>|' && operator !== '>&') return false;
    const from = redirect.descriptor;
    return from === undefined || (from.type === 'FileDescriptor' && from.value === 1);
  });
}
