import type { StudySettings } from '../config/settings.ts';
import type { Registry } from '../delegation/registry.ts';
import { type Caller, identityOf } from '../tools/study-tool.ts';
import { type Notices, note } from './notices.ts';
import { pendingItems } from './pending-items.ts';

/** Where notices for the entry come from; each gives what is new and takes it. Empty: nothing new. */
export interface NoticeSources {
  /** The stop's tick (ST-04). */
  stop(): string;
  /** Operator notes (OP). */
  operator?(): string;
  /** What other processes queued under a name, `entry` or a delegation (NO-06, NO-11). */
  queued?(queue: string): readonly string[];
  /** The monitor's drift text (SM). */
  monitor?(): string;
}

/** In the order of the text (NO-05). */
const kinds = ['stop', 'operator', 'entry', 'notifications', 'monitor'] as const;
type Kind = (typeof kinds)[number];

/** What ends a wait (DE-20). */
const urgentKinds: readonly Kind[] = ['stop', 'operator', 'monitor'];

/** The notices of a run (NO). Only the entry, in its own turn, hears the run's sources (OP-07); a worker hears what was queued for it (NO-03, NO-10). */
export function noticesOf(needs: {
  readonly entry: string;
  readonly settings: Pick<StudySettings, 'arms'>;
  readonly registry: Registry;
  readonly sources: NoticeSources;
}): Notices {
  const { registry, sources } = needs;
  const held: Record<Kind, string[]> = { stop: [], operator: [], entry: [], notifications: [], monitor: [] };
  /** Notifications for nodes other than the entry. */
  const others = new Map<string, string[]>();
  const isEntry = (caller: Caller): boolean => caller.delegation === undefined && caller.node === needs.entry;

  function hold(kind: Kind, text: string | undefined): void {
    if (text !== undefined && text.trim() !== '') held[kind].push(text.trim());
  }

  /** Takes what the sources have, so that it is there for exactly one drain. */
  function listen(): void {
    hold('stop', sources.stop());
    hold('operator', sources.operator?.());
    for (const text of sources.queued?.('entry') ?? []) hold('entry', text);
    hold('monitor', sources.monitor?.());
  }

  return {
    notify(node, text) {
      if (text.trim() === '') return;
      if (node === needs.entry) hold('notifications', text);
      else others.set(node, [...(others.get(node) ?? []), text.trim()]);
    },
    urgent(caller) {
      if (caller.delegation !== undefined) return registry.hasUrgent(caller.delegation);
      if (!isEntry(caller)) return false;
      listen();
      return urgentKinds.some((kind) => held[kind].length > 0);
    },
    drain(caller) {
      if (caller.delegation !== undefined) {
        return note([...registry.takeTold(caller.delegation), ...(sources.queued?.(caller.delegation) ?? [])].join('\n\n'));
      }
      if (!isEntry(caller)) {
        const texts = others.get(caller.node) ?? [];
        others.delete(caller.node);
        return note(texts.join('\n\n'));
      }
      listen();
      return note(kinds.flatMap((kind) => held[kind].splice(0)).join('\n\n'));
    },
    pending(caller) {
      return needs.settings.arms.peer_interaction ? note(pendingItems(registry, identityOf(caller))) : '';
    },
  };
}
