import type { Condition } from './condition.ts';

/** The condition as text that parses to the same condition (language.md 3), with no more parentheses and quotes than needed. */
export function printCondition(condition: Condition): string {
  return print(condition, 0);
}

/** `level` is the tightest operator around: 0 none, 1 `||`, 2 `&&`, 3 `!`. */
function print(condition: Condition, level: number): string {
  switch (condition.kind) {
    case 'truthy':
      return condition.key;
    case 'comparison': {
      const text = `${condition.key} ${condition.operator} ${printLiteral(condition.literal)}`;
      return level === 3 ? `(${text})` : text;
    }
    case 'not':
      return `!${print(condition.operand, 3)}`;
    case 'and':
      return group(condition.operands.map((operand) => print(operand, 2)).join(' && '), level >= 2);
    case 'or':
      return group(condition.operands.map((operand) => print(operand, 1)).join(' || '), level >= 1);
  }
}

function group(text: string, needed: boolean): string {
  return needed ? `(${text})` : text;
}

function printLiteral(literal: string): string {
  if (literal !== '' && literal === literal.trim() && !/^["']|&&|\|\||[()<>=]|!=/.test(literal)) return literal;
  return `"${literal.replace(/["\\]/g, '\\$&')}"`;
}
