import type { AndOr, Command, CommandNode, CompoundList, If, Pipeline, PipelineNode, Statement, WordPart } from 'unbash';
import { staticText } from '../../shell/static-text.ts';
import type { CodeLayer } from './layers.ts';
import { applyOptions, initialOptions, type ShellOptions } from './shell-options.ts';
import { wordTexts } from './words.ts';

/** What becomes of a pipeline's exit status: it decides that of the command, `set -e` waits for it, or a token is printed by it. */
export type PipeRole = 'decides' | 'aborts' | 'token';

/** A pipeline of two or more commands whose exit status counts. */
export interface PipeUse {
  readonly pipeline: Pipeline;
  readonly layer: CodeLayer;
  readonly role: PipeRole;
  readonly pipefail: boolean;
  /** A statement of the outermost code, of which nothing but the pipeline is part. */
  readonly alone: boolean;
}

/** `speaks`: the status does not count, but what is printed is the last of the command. */
type Role = PipeRole | 'speaks' | 'none';

interface Visit {
  readonly layer: CodeLayer;
  readonly options: ShellOptions;
  readonly functions: Map<string, CompoundList>;
  readonly found: PipeUse[];
  /** At the top of the outermost code. */
  readonly top: boolean;
}

/** The pipelines of a command whose exit status counts, in order. Nesting is bounded by the parser. */
export function pipeUses(root: CodeLayer): PipeUse[] {
  const found: PipeUse[] = [];
  const visit = { layer: root, options: initialOptions(root, undefined), functions: new Map<string, CompoundList>(), found, top: true };
  visitList(visit, root.tree.commands, 'decides');
  return found;
}

function visitList(visit: Visit, statements: readonly Statement[], role: Role): void {
  const deciding = decidingStatements(statements);
  for (const [index, { command, background }] of statements.entries()) {
    let own: Role = visit.options.errexit ? 'aborts' : 'none';
    if (background === true) own = 'none';
    else if (deciding.has(index)) own = role;
    else if (role === 'decides' && statements.slice(index + 1).every((later) => exitOf(later) !== undefined)) own = 'speaks';
    if (command.type === 'AndOr') visitAndOr(visit, command, own);
    else visitPipeline(visit, command, own);
  }
}

/** The last statement, unless it is an `exit` of its own; and each whose status the next one reads (`$?`, `exit`). */
function decidingStatements(statements: readonly Statement[]): ReadonlySet<number> {
  const deciding = new Set<number>();
  for (let at = statements.length - 1; at >= 0; at--) {
    const statement = statements[at];
    if (statement === undefined) continue;
    const exit = exitOf(statement);
    if (at === statements.length - 1 && exit === undefined) deciding.add(at);
    if (at > 0 && (exit === 'own' ? false : exit === 'last' || readsStatus(statement))) deciding.add(at - 1);
  }
  return deciding;
}

/** `exit` with the status of what was before it, or with one of its own. */
function exitOf({ command }: Statement): 'last' | 'own' | undefined {
  if (command.type !== 'Command' || staticText(command.name) !== 'exit') return undefined;
  const [argument] = command.args;
  if (argument === undefined || argument.text === '$?' || argument.text === '"$?"') return 'last';
  return 'own';
}

/** `rc=$?`, `[ $? -eq 0 ]`, `test ${rc:-$?}`: the first thing a statement does is to look at `$?`. */
function readsStatus({ command }: Statement): boolean {
  let first: PipelineNode | AndOr = command;
  for (let depth = 0; depth < 4; depth++) {
    if (first.type === 'AndOr' || first.type === 'Pipeline') first = first.commands[0] ?? first;
    else if (first.type === 'If') first = first.clause.commands[0]?.command ?? first;
  }
  if (first.type !== 'Command') return false;
  return [first.name, ...first.args, ...first.prefix].some(
    (item) => item !== undefined && 'text' in item && /\$(?:\?|\{\?\})/.test(item.text),
  );
}

function visitAndOr(visit: Visit, list: AndOr, role: Role): void {
  const inner = { ...visit, top: false };
  for (const [index, command] of list.commands.entries()) {
    const operator = list.operators[index];
    const next = list.commands[index + 1];
    const rest = list.commands.slice(index + 1);
    // `|| true` at the end: nobody asks for the status.
    const ignored = list.operators.at(-1) === '||' && isHarmless(list.commands.at(-1)) && rest.length > 0;
    let own: Role = operator !== undefined && visit.options.errexit && role === 'aborts' ? 'none' : role;
    if ((role === 'decides' || role === 'speaks') && next !== undefined && printsToken(next)) own = 'token';
    else if (ignored) own = 'none';
    visitPipeline(inner, command, own);
  }
}

/** `true`, `:` and the like, and what only prints. */
function isHarmless(command: PipelineNode | undefined): boolean {
  return command?.type === 'Command' && ['true', ':', 'echo', 'printf'].includes(staticText(command.name) ?? '');
}

/** Prints a fixed word to standard output, as the token that edges test for. */
function printsToken(command: PipelineNode): boolean {
  const first = command.type === 'BraceGroup' || command.type === 'Subshell' ? command.body.commands[0]?.command : command;
  if (first?.type !== 'Command') return false;
  const name = staticText(first.name);
  if (name !== 'echo' && name !== 'printf') return false;
  return first.args.length > 0 && first.redirects.every((item) => item.type !== 'Redirect' || item.descriptor !== undefined);
}

function visitPipeline(visit: Visit, command: PipelineNode, role: Role): void {
  if (command.type !== 'Pipeline') return visitCommand(visit, command, role);
  const { commands, prefixes } = command;
  const own = role === 'aborts' && prefixes.some(({ type }) => type === 'Negation') ? 'none' : role;
  if (commands.length > 1 && own !== 'none' && own !== 'speaks') {
    const { layer, options, found, top } = visit;
    found.push({ pipeline: command, layer, role: own, pipefail: options.pipefail, alone: top && prefixes.length === 0 });
  }
  for (const [index, part] of commands.entries()) {
    const last = index === commands.length - 1;
    visitCommand(commands.length > 1 ? subshell(visit) : { ...visit, top: false }, part, last ? own : 'none');
  }
}

function subshell(visit: Visit): Visit {
  return { ...visit, top: false, options: { ...visit.options } };
}

function visitCommand(visit: Visit, command: CommandNode, role: Role): void {
  const inner = { ...visit, top: false };
  switch (command.type) {
    case 'Command':
      return visitSimple(visit, command, role);
    case 'Redirected':
      return visitCommand(inner, command.command, role);
    case 'Subshell':
      return visitList(subshell(visit), command.body.commands, role);
    case 'BraceGroup':
      return visitList(inner, command.body.commands, role);
    case 'If':
      return visitIf(inner, command, role);
    case 'For':
    case 'ArithmeticFor':
    case 'Select':
      return visitList(inner, command.body.commands, role);
    case 'While':
      visitList(inner, command.clause.commands, 'none');
      return visitList(inner, command.body.commands, role);
    case 'Case':
      for (const { body } of command.items) visitList(inner, body.commands, role);
      return;
    case 'Function': {
      const name = staticText(command.name);
      const body = command.body.type === 'Redirected' ? command.body.command : command.body;
      if (name !== undefined && body.type === 'BraceGroup') visit.functions.set(name, body.body);
      return;
    }
    case 'Coproc':
    case 'TestCommand':
    case 'ArithmeticCommand':
      return;
  }
}

/** The status of a condition decides which branch runs: it prints a token, or ends the command in its own way. */
function visitIf(visit: Visit, { clause, then, elif, else: otherwise }: If, role: Role): void {
  const bodies = [then, ...elif.map((item) => item.then), ...(otherwise === undefined ? [] : [otherwise])];
  const speaks = role === 'decides' || role === 'speaks';
  const condition = speaks && bodies.some(startsWithToken) ? 'token' : bodies.some(exits) ? 'decides' : 'none';
  for (const { commands } of [clause, ...elif.map((item) => item.clause)]) {
    const last = commands.at(-1);
    if (last !== undefined) visitList(visit, [last], condition);
  }
  for (const body of bodies) visitList(visit, body.commands, role);
}

function startsWithToken(body: CompoundList): boolean {
  const first = body.commands[0]?.command;
  return first !== undefined && first.type !== 'AndOr' && printsToken(first);
}

function exits(body: CompoundList): boolean {
  return body.commands.some(
    ({ command }) => command.type === 'Command' && ['exit', 'return', 'false'].includes(staticText(command.name) ?? ''),
  );
}

function visitSimple(visit: Visit, command: Command, role: Role): void {
  applyOptions(visit.options, command);
  const layer = visit.layer.inner.get(command);
  if (layer !== undefined) {
    const options = initialOptions(layer, visit.options);
    const functions = layer.shared ? visit.functions : new Map<string, CompoundList>();
    return visitList({ ...visit, layer, options, functions, top: false }, layer.tree.commands, role);
  }
  if (command.name === undefined) return visitAssignments(visit, command, role);
  const name = wordTexts(command)[0];
  const body = name === undefined ? undefined : visit.functions.get(name);
  if (name === undefined || body === undefined) return;
  // Once is enough, and a function that calls itself comes to an end.
  visit.functions.delete(name);
  visitList({ ...visit, top: false }, body.commands, role);
}

/** `out=$(..)` ends with the status of what it runs. */
function visitAssignments(visit: Visit, { prefix }: Command, role: Role): void {
  const last = prefix.at(-1);
  if (last?.type !== 'Assignment' || last.value.type !== 'Word') return;
  const parts = (last.value.parts ?? []).flatMap((part): readonly WordPart[] => (part.type === 'DoubleQuoted' ? part.parts : [part]));
  const run = parts.findLast((part) => part.type === 'CommandExpansion');
  if (run?.type !== 'CommandExpansion' || run.script === undefined || run.script.source !== undefined) return;
  visitList({ ...subshell(visit), options: { pipefail: visit.options.pipefail, errexit: false } }, run.script.commands, role);
}
