import type { Range, Severity } from '@attractor/dot';

/** Selectors by rank: `*` 0, shape 1, `.class` 2, `#id` 3 (language.md 5). */
export interface Selector {
  readonly kind: 'all' | 'shape' | 'class' | 'id';
  readonly name: string;
  readonly rank: 0 | 1 | 2 | 3;
  readonly range: Range;
}

export interface Declaration {
  /** The registry's name of the node attribute. */
  readonly property: string;
  readonly text: string;
  /** Ranges are indexes into the stylesheet's text. */
  readonly keyRange: Range;
  readonly valueRange: Range;
}

export interface StyleRule {
  readonly selectors: readonly Selector[];
  readonly declarations: readonly Declaration[];
  readonly range: Range;
}

export interface StyleProblem {
  readonly message: string;
  readonly severity: Severity;
  readonly range: Range;
}

export interface Stylesheet {
  readonly text: string;
  readonly rules: readonly StyleRule[];
  readonly problems: readonly StyleProblem[];
}

/** A selector as people write it. */
export function selectorText(selector: Selector): string {
  switch (selector.kind) {
    case 'all':
      return '*';
    case 'shape':
      return selector.name;
    case 'class':
      return `.${selector.name}`;
    case 'id':
      return `#${selector.name}`;
  }
}
