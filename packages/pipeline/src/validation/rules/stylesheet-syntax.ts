import { rangeWithin, withRange } from '../../source-range.ts';
import { parseStylesheet } from '../../stylesheet/parse.ts';
import type { Rule } from '../rule.ts';

/** The model stylesheet can be read; unknown shapes and properties in it are WARNINGs (language.md 5, 7). */
export const stylesheetSyntax: Rule = {
  id: 'stylesheet_syntax',
  severity: 'error',
  *check({ graph }) {
    const attribute = graph.attributes.get('model_stylesheet');
    if (attribute === undefined) return;
    for (const { message, severity, range } of parseStylesheet(attribute.text).problems) {
      yield { message: `model_stylesheet: ${message}`, severity, ...withRange(rangeWithin(attribute, range)) };
    }
  },
};
