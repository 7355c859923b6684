import { commandOperands } from './builtins.ts';
import { ARITHMETIC, PLAIN, type Visitors } from './context.ts';
import { assign } from './reference.ts';

const ARITHMETIC_TESTS: ReadonlySet<string> = new Set(['-eq', '-ne', '-lt', '-le', '-gt', '-ge']);
const NAME_TESTS: ReadonlySet<string> = new Set(['-v', '-R']);

/** Commands, tests and here-documents. */
export const commandVisitors: Visitors = {
  Command: (walk, node, context) => {
    for (const item of node.prefix) walk.push(item, PLAIN);
    if (node.name !== undefined) walk.push(node.name, { ...PLAIN, command: true });
    // Only `echo` in a substitution passes the position of the substitution on to its words.
    commandOperands(walk, node, { ...PLAIN, arithmetic: context.arithmetic, copyTo: context.copyTo });
  },
  Assignment: (walk, node, context) => {
    assign(walk, node.name, node.end);
    if (context.arithmetic !== 'none') walk.analysis.evaluateAsArithmetic(node.name, 'lenient');
    if (node.index !== undefined) walk.push(node.index, ARITHMETIC);
    walk.push(node.value, { ...PLAIN, copyTo: node.name, identifier: context.identifier });
  },
  ArrayValue: (walk, node, context) => {
    for (const element of node.elements) {
      const subscriptEnd = element.text.startsWith('[') ? element.pos + element.text.indexOf(']=') : 0;
      if (element.parts === undefined) walk.push(element, context);
      else for (const part of element.parts) walk.push(part, part.pos < subscriptEnd ? { ...ARITHMETIC, bareNames: false } : context);
    }
  },
  For: (walk, node) => {
    assign(walk, node.name.value, node.name.end);
    for (const word of node.wordlist ?? []) walk.push(word, { ...PLAIN, copyTo: node.name.value });
    walk.push(node.body, PLAIN);
  },
  Select: (walk, node) => {
    assign(walk, node.name.value, node.name.end);
    for (const word of node.wordlist ?? []) walk.push(word, PLAIN);
    walk.push(node.body, PLAIN);
  },
  Function: (walk, node) => walk.push(node.body, PLAIN),
  Coproc: (walk, node) => walk.push(node.body, PLAIN),
  ArithmeticCommand: (walk, node) => {
    if (node.expression !== undefined) walk.push(node.expression, ARITHMETIC);
  },
  ArithmeticFor: (walk, node) => {
    for (const part of [node.initialize, node.test, node.update]) if (part !== undefined) walk.push(part, ARITHMETIC);
    walk.push(node.body, PLAIN);
  },
  TestBinary: (walk, node) => {
    const context = ARITHMETIC_TESTS.has(node.operator) ? ARITHMETIC : PLAIN;
    walk.push(node.left, context);
    walk.push(node.right, context);
  },
  TestUnary: (walk, node) => walk.push(node.operand, NAME_TESTS.has(node.operator) ? { ...PLAIN, identifier: true } : PLAIN),
  HereDoc: (walk, node) => {
    if (node.delimiter?.quoted !== true) walk.push(node.body, PLAIN);
  },
};
