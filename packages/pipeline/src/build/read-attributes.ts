import type { Attribute as Written } from '@attractor/dot';
import type { Diagnostic } from '../diagnostic.ts';
import type { Attribute, AttributeOrigin } from '../model.ts';
import type { AttributeScope } from '../registry/definition.ts';
import { canonicalName } from '../registry/lookup.ts';

/** Adds written attributes to a map, aliases resolved; the last value wins, a differing earlier one is a WARNING (language.md 1). */
export function readAttributes(
  scope: AttributeScope,
  written: readonly Written[],
  origin: AttributeOrigin,
  into: Map<string, Attribute>,
  report: (diagnostic: Diagnostic) => void,
): Map<string, Attribute> {
  for (const item of written) {
    const name = canonicalName(scope, item.key.text);
    const earlier = into.get(name);
    if (earlier !== undefined && earlier.text !== item.value.text) report(repeated(name, earlier, item));
    into.set(name, { name, text: item.value.text, origin, written: item.key.text, keyRange: item.key.range, value: item.value });
  }
  return into;
}

function repeated(name: string, earlier: Attribute, item: Written): Diagnostic {
  const alias = earlier.written === item.key.text ? '' : ` (\`${earlier.written}\` and \`${item.key.text}\` are one attribute)`;
  return {
    rule: 'attribute_repeated',
    severity: 'warning',
    message: `\`${name}\` is set twice with different values${alias}; the last one counts`,
    range: item.range,
    page: 'docs/rules/attribute_repeated.md',
  };
}
