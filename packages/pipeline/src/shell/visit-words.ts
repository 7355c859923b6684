import type { ParsedScript, SyntaxNode } from 'unbash';
import { ARITHMETIC, type Context, PLAIN, type Visitors, type Walk } from './context.ts';
import { LayerBuilder } from './layer.ts';
import { assign, bareNames, quotedReferences, reference } from './reference.ts';

/** The parts of words: expansions, quotes, arithmetic. */
export const wordVisitors: Visitors = {
  Word: (walk, node, context) => {
    if (node.parts === undefined) bareNames(walk, node.pos, node.end, context);
    else for (const part of node.parts) walk.push(part, context);
  },
  Literal: (walk, node, context) => bareNames(walk, node.pos, node.end, context),
  SimpleExpansion: (walk, node, context) => {
    const name = walk.masked.text.slice(node.pos + 1, node.end);
    reference(walk, { start: node.pos, end: node.end, nameStart: node.pos + 1, nameEnd: node.end, name }, context);
  },
  ParameterExpansion: (walk, node, context) => {
    const { operation, prefix, index } = node;
    const isNames = operation?.type === 'Names';
    const colon = operation?.type === 'Default' && operation.operator.startsWith(':');
    const unread = prefix === '#' || isNames || (operation?.type === 'Default' && operation.operator.endsWith('+'));
    let own: Context = unread ? { ...PLAIN, command: context.command } : context;
    if (colon && own.arithmetic === 'strict') own = { ...own, arithmetic: 'lenient' };
    if (prefix === '!' && !isNames) own = { ...own, identifier: true };
    const { pos: start, end, parameterPos: nameStart, parameterEnd: nameEnd, parameter: name } = node;
    reference(walk, { start, end, nameStart, nameEnd, name }, own);
    if (index !== undefined) walk.push(index, ARITHMETIC);
    if (operation !== undefined) walk.push(operation, operation.type === 'Default' ? context : PLAIN);
  },
  Slice: (walk, node) => {
    walk.push(node.offset, ARITHMETIC);
    if (node.length !== undefined) walk.push(node.length, ARITHMETIC);
  },
  SingleQuoted: (walk, node, context) => {
    quotedReferences(walk, node.pos + 1, node.end - 1, "'");
    bareNames(walk, node.pos + 1, node.end - 1, context);
  },
  AnsiCQuoted: (walk, node, context) => {
    quotedReferences(walk, node.pos + 2, node.end - 1, walk.shell === 'bash' ? "$'" : "'");
    bareNames(walk, node.pos + 2, node.end - 1, context);
  },
  DoubleQuoted: (walk, node, context) => {
    for (const part of node.parts) substitution(walk, part, context, true);
  },
  LocaleString: (walk, node, context) => {
    for (const part of node.parts) substitution(walk, part, context, true);
  },
  CommandExpansion: (walk, node, context) => script(walk, node, context, false),
  ArithmeticCommandExpansion: (walk, node, context) => script(walk, node, context, false),
  ProcessSubstitution: (walk, node) => script(walk, node, PLAIN, false),
  ArithmeticExpansion: (walk, node) => {
    if (node.expression !== undefined) walk.push(node.expression, ARITHMETIC);
    else bareNames(walk, node.pos + 2, node.end - 1, ARITHMETIC);
  },
  ArithmeticBinary: (walk, node, context) => {
    const { left, right } = node;
    const name = left.type === 'ArithmeticWord' && /^[A-Za-z_][A-Za-z0-9_]*$/.test(left.value) ? left.value : undefined;
    if (node.operator === '=' && name !== undefined) {
      assign(walk, name, node.end);
      walk.analysis.evaluateAsArithmetic(name, 'lenient');
    } else walk.push(left, context);
    walk.push(right, context);
  },
  ArithmeticWord: (walk, node, context) => {
    if (node.parts === undefined) bareNames(walk, node.pos, node.end, context);
    else for (const part of node.parts) walk.push(part, context);
  },
};

type Substitution = Extract<SyntaxNode, { type: 'CommandExpansion' | 'ArithmeticCommandExpansion' | 'ProcessSubstitution' }>;

function substitution(walk: Walk, part: SyntaxNode, context: Context, inDouble: boolean): void {
  if (part.type === 'CommandExpansion') script(walk, part, context, inDouble);
  else walk.push(part, context);
}

/** The output of `$(echo $x)` is the value; that of any other command is the author's. */
function script(walk: Walk, node: Substitution, context: Context, inDouble: boolean): void {
  if (node.script === undefined) return;
  const passed = isEcho(node.script) ? { ...PLAIN, arithmetic: context.arithmetic, copyTo: context.copyTo } : PLAIN;
  if (node.script.source === undefined) walk.push(node.script, passed);
  else walk.later(() => backtick(walk, node, inDouble));
}

/** Backticks with escapes inside hold a text of their own. */
function backtick(walk: Walk, node: Substitution, inDouble: boolean): void {
  const builder = new LayerBuilder(walk.layer);
  builder.addEscaped(node.pos + 1, node.end - 1, inDouble ? /[$`\\"]/ : /[$`\\]/, inDouble ? 'backtick-in-double' : 'backtick');
  const layer = builder.build();
  if (!walk.descend(layer)) walk.analysis.parsed = false;
}

function isEcho(tree: ParsedScript): boolean {
  const command = tree.commands.length === 1 ? tree.commands[0]?.command : undefined;
  return command?.type === 'Command' && (command.name?.value === 'echo' || command.name?.value === 'printf');
}
