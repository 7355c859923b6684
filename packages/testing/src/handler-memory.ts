import type { HandlerMemory, Json } from '@attractor/engine';

/** A handler's notes, kept in memory; give the same one to a second invocation to play a resume. */
export function memoryNotes(initial: readonly Json[] = []): HandlerMemory {
  const notes: Json[] = [...initial];
  return {
    read: () => [...notes],
    // Through JSON, as the journal does: what does not survive it must not work in a test either.
    append: (note) => void notes.push(JSON.parse(JSON.stringify(note)) as Json),
  };
}
