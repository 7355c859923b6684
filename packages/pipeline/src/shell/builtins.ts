import type { Command, CommandArgument } from 'unbash';
import { ARITHMETIC, type Context, PLAIN, type Walk } from './context.ts';
import { codeArgument, innerCode, readsCodeFromInput } from './inner-code.ts';
import { assign } from './reference.ts';
import { staticText } from './static-text.ts';

type Operands = (walk: Walk, args: readonly CommandArgument[], context: Context) => void;

const IDENTIFIER_CONTEXT: Context = { ...PLAIN, identifier: true };

/** Builtins that evaluate their operands: as arithmetic, as names of variables, as code. */
const BUILTINS: ReadonlyMap<string, Operands> = new Map([
  ['let', letOperands],
  ...['declare', 'typeset', 'local', 'readonly', 'export'].map((name) => [name, declarations] as const),
  ...['unset', 'read', 'mapfile', 'readarray', 'getopts'].map((name) => [name, names] as const),
  ...['test', '[', 'printf', 'wait'].map((name) => [name, nameOptions] as const),
  ['eval', code],
  ['trap', code],
]);

/** Visits what stands behind the name of a command. */
export function commandOperands(walk: Walk, node: Command, context: Context): void {
  const name = staticText(node.name);
  const operands = name === undefined ? undefined : BUILTINS.get(name);
  const argument = operands === undefined && name !== undefined ? codeArgument([node.name, ...node.args]) : undefined;
  const input = argument === undefined && readsCodeFromInput([node.name, ...node.args]);
  for (const item of node.redirects) {
    if (node.prefix.includes(item)) continue;
    if (input && item.type === 'HereDoc' && item.delimiter?.quoted !== true) innerCode(walk, item.body, true);
    else walk.push(item, PLAIN);
  }
  if (operands !== undefined) return operands(walk, node.args, context);
  for (const item of node.args) {
    if (item === argument && item.type === 'Word') innerCode(walk, item, true);
    else walk.push(item, context);
  }
}

function letOperands(walk: Walk, args: readonly CommandArgument[]): void {
  for (const item of args) {
    const name = /^["']?\s*([A-Za-z_][A-Za-z0-9_]*)\s*=(?!=)/.exec(walk.masked.text.slice(item.pos, item.end))?.[1];
    if (name !== undefined) assign(walk, name, item.end);
    walk.push(item, ARITHMETIC);
  }
}

/** `declare -i n=$x` evaluates; `declare -n n=$x` and `declare "$x"` take names. */
function declarations(walk: Walk, args: readonly CommandArgument[]): void {
  const options = args.map((item) => (item.type === 'Word' ? (staticText(item) ?? '') : '')).filter((text) => /^[-+][A-Za-z]+$/.test(text));
  const has = (letter: string) => options.some((text) => text.startsWith('-') && text.includes(letter));
  const integer = has('i');
  for (const item of args) {
    if (item.type === 'Assignment') walk.push(item, { ...PLAIN, arithmetic: integer ? 'lenient' : 'none', identifier: has('n') });
    else {
      const text = staticText(item);
      if (text !== undefined && /^[A-Za-z_][A-Za-z0-9_]*$/.test(text)) {
        assign(walk, text, item.end);
        if (integer) walk.analysis.evaluateAsArithmetic(text, 'lenient');
      }
      walk.push(item, startsWithExpansion(item) ? IDENTIFIER_CONTEXT : PLAIN);
    }
  }
}

/** Options of `read` and `mapfile` whose argument is not a name. */
const VALUE_OPTION = /^-[A-Za-z]*[dinNptuOscC]$/;

function names(walk: Walk, args: readonly CommandArgument[]): void {
  let previous: string | undefined;
  for (const item of args) {
    const text = item.type === 'Word' ? staticText(item) : undefined;
    const isValue = previous !== undefined && VALUE_OPTION.test(previous);
    if (!isValue && text !== undefined && /^[A-Za-z_][A-Za-z0-9_]*$/.test(text)) assign(walk, text, item.end);
    walk.push(item, !isValue && startsWithExpansion(item) ? IDENTIFIER_CONTEXT : PLAIN);
    previous = text;
  }
}

/** `[ -v $x ]`, `printf -v "$x"`, `wait -p $x`: the operand of the option is a name. */
function nameOptions(walk: Walk, args: readonly CommandArgument[], context: Context): void {
  let previous: string | undefined;
  for (const item of args) {
    walk.push(item, previous === '-v' || previous === '-R' || previous === '-p' ? IDENTIFIER_CONTEXT : context);
    previous = item.type === 'Word' ? staticText(item) : undefined;
  }
}

/** `eval` and `trap` take code: `eval "$x"` is how a value is made code, but a quoted text is code of the author's. */
function code(walk: Walk, args: readonly CommandArgument[]): void {
  for (const item of args) {
    if (item.type === 'Word') innerCode(walk, item, false);
    else walk.push(item, PLAIN);
  }
}

function startsWithExpansion(item: CommandArgument): boolean {
  const first = item.type === 'Word' ? item.parts?.[0] : undefined;
  const inner = first?.type === 'DoubleQuoted' ? first.parts[0] : first;
  return inner?.type === 'SimpleExpansion' || inner?.type === 'ParameterExpansion';
}
