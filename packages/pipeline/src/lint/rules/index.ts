import type { Rule } from '../../validation/rule.ts';

/** The rules of language.md 8, in the order of its table. A rule is one file in this folder and one line here. */
export const lintRules: readonly Rule[] = [];
