import type { Outcome } from '@attractor/engine';
import { findJsonObjects } from '../verdict/json-objects.ts';
import type { Candidate } from './candidates.ts';

const fields = ['best', 'best_id', 'winner', 'candidate'] as const;

/**
 * The candidate that a model's answer names (engine.md 8): its label, else its last line `BEST: <id>`, else the field
 * `best` of a JSON object, else the only id in the text. An answer that leaves it open names none.
 */
export function namedCandidate(outcome: Outcome, candidates: readonly Candidate[]): Candidate | undefined {
  const byName = (name: string | undefined): Candidate | undefined => {
    const wanted = name?.trim().replace(/^[`'"*]+|[`'"*.]+$/g, '');
    return candidates.find((candidate) => candidate.name === wanted);
  };
  const text = outcome.responseText ?? outcome.notes;
  return (
    byName(outcome.preferredLabel) ?? byName(statedLine(text)) ?? byName(jsonField(text)) ?? byName(text) ?? onlyMention(text, candidates)
  );
}

function statedLine(text: string): string | undefined {
  return text
    .split('\n')
    .map((line) => /^[\s>#*_-]*best[*_]*\s*[:=]\s*[*_]*\s*(\S.*)$/i.exec(line)?.[1])
    .findLast((found) => found !== undefined);
}

function jsonField(text: string): string | undefined {
  for (const { value } of [...findJsonObjects(text)].reverse()) {
    for (const field of fields) {
      const named = Object.hasOwn(value, field) ? value[field] : undefined;
      if (typeof named === 'string') return named;
    }
  }
  return undefined;
}

/** Ids are words of letters, digits, `_`, `.`, `-` and `#`; a full stop after one ends the sentence. */
function onlyMention(text: string, candidates: readonly Candidate[]): Candidate | undefined {
  const words = new Set(text.split(/[^\p{L}\p{N}_.#-]+/u).flatMap((word) => [word, word.replace(/[.-]+$/, '')]));
  const found = candidates.filter(({ name }) => words.has(name));
  return found.length === 1 ? found[0] : undefined;
}
