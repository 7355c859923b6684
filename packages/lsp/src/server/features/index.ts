import type { Feature } from '../feature.ts';
import { codeActionFeature } from './code-actions.ts';
import { completionFeature } from './completion.ts';
import { definitionFeature } from './definition.ts';
import { foldingFeature } from './folding.ts';
import { formattingFeature } from './formatting.ts';
import { hoverFeature } from './hover.ts';
import { lensFeature } from './lenses.ts';
import { linkFeature } from './links.ts';
import { highlightFeature, referencesFeature } from './references.ts';
import { renameFeature } from './rename.ts';
import { semanticTokenFeature } from './semantic-tokens.ts';
import { symbolFeature } from './symbols.ts';

/** Every feature a client may ask for; diagnostics are sent unasked. */
export const features: readonly Feature[] = [
  completionFeature,
  hoverFeature,
  definitionFeature,
  referencesFeature,
  highlightFeature,
  renameFeature,
  codeActionFeature,
  symbolFeature,
  foldingFeature,
  formattingFeature,
  semanticTokenFeature,
  linkFeature,
  lensFeature,
];
