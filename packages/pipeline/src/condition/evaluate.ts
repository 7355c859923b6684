import { valueText } from '../substitution/value-text.ts';
import type { ComparisonOperator, Condition, ConditionScope } from './condition.ts';
import { matchesExpression } from './expression.ts';

/** The texts of the keys a condition reads. */
export type KeyText = (key: string) => string;

/** Whether the condition holds (language.md 3). Each key is read once; never throws, whatever the values are. */
export function evaluate(condition: Condition, scope: ConditionScope): boolean {
  const texts = new Map<string, string>();
  return evaluateWith(condition, (key) => {
    const known = texts.get(key);
    if (known !== undefined) return known;
    const text = keyText(key, scope);
    texts.set(key, text);
    return text;
  });
}

/** Depth is bounded by the parser, see `MAX_DEPTH`. */
function evaluateWith(condition: Condition, text: KeyText): boolean {
  switch (condition.kind) {
    case 'truthy':
      return isTruthy(text(condition.key));
    case 'comparison':
      return compare(text(condition.key), condition.operator, condition.literal);
    case 'not':
      return !evaluateWith(condition.operand, text);
    case 'and':
      return condition.operands.every((operand) => evaluateWith(operand, text));
    case 'or':
      return condition.operands.some((operand) => evaluateWith(operand, text));
  }
}

function keyText(key: string, scope: ConditionScope): string {
  switch (key) {
    case 'outcome':
      return scope.outcomeIsStatus || scope.preferredLabel === '' ? scope.status : scope.preferredLabel;
    case 'status':
      return scope.status;
    case 'preferred_label':
      // The last label of any node holds until a restart (engine.md 7).
      return scope.preferredLabel === '' ? valueText(scope.get('preferred_label')) : scope.preferredLabel;
    case 'failure_class':
      return scope.failureClass;
    default: {
      const value = scope.get(key);
      if (value !== undefined || !key.startsWith('context.')) return valueText(value);
      return valueText(scope.get(key.slice('context.'.length)));
    }
  }
}

/** A bare key is false when its text is empty, `false` or `0`. */
export function isTruthy(text: string): boolean {
  const trimmed = text.trim();
  return trimmed !== '' && trimmed !== 'false' && trimmed !== '0';
}

export function compare(text: string, operator: ComparisonOperator, literal: string): boolean {
  switch (operator) {
    case '=':
      return text.trim() === literal.trim();
    case '!=':
      return text.trim() !== literal.trim();
    case 'contains':
      return text.includes(literal);
    case 'matches':
      return matchesExpression(text, literal);
    case '<':
      return number(text) < number(literal);
    case '<=':
      return number(text) <= number(literal);
    case '>':
      return number(text) > number(literal);
    case '>=':
      return number(text) >= number(literal);
  }
}

const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

/** NaN for what is no decimal number, so that every comparison with it is false. */
function number(text: string): number {
  const trimmed = text.trim();
  return NUMBER.test(trimmed) ? Number(trimmed) : Number.NaN;
}
