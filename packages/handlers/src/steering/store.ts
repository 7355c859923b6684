import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { newRunId, replaceFile } from '@attractor/engine';

/** What somebody tells a run while it executes. */
export interface SteeringMessage {
  /** Sortable by time. */
  readonly id: string;
  readonly text: string;
}

const folder = 'steering';
const delivered = 'delivered';

/** Leaves a message for the model node that a run's manager has at work (engine.md 11). Any process may call it; nothing is lost or torn. */
export function addSteering(runDirectory: string, text: string): SteeringMessage {
  const directory = join(runDirectory, folder);
  mkdirSync(join(directory, delivered), { recursive: true, mode: 0o700 });
  const id = newRunId(Date.now(), Math.random);
  replaceFile(join(directory, `${id}.md`), text);
  return { id, text };
}

/** Messages that nobody has been given yet, oldest first. */
export function pendingSteering(runDirectory: string): readonly SteeringMessage[] {
  const directory = join(runDirectory, folder);
  if (!existsSync(directory)) return [];
  return readdirSync(directory)
    .filter((name) => name.endsWith('.md'))
    .sort()
    .flatMap((name) => {
      try {
        return [{ id: name.slice(0, -3), text: readFileSync(join(directory, name), 'utf8') }];
      } catch {
        // Another manager of the run has taken it.
        return [];
      }
    });
}

/** Marks a message as given. False when another manager was faster. */
export function markDelivered(runDirectory: string, id: string): boolean {
  const directory = join(runDirectory, folder);
  try {
    renameSync(join(directory, `${id}.md`), join(directory, delivered, `${id}.md`));
    return true;
  } catch {
    return false;
  }
}
