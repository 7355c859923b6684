/** At most so many agents are awake at once; the rest queue (DE-16). */
export interface Slots {
  /** Resolves true with a slot, false when the signal aborted first. `returning`: ahead of new work. */
  enter(id: string, signal: AbortSignal, returning?: boolean): Promise<boolean>;
  /** Gives the slot back; without one it does nothing. */
  leave(id: string): void;
  isQueued(id: string): boolean;
  awake(): number;
  /**
   * Something that `id` is blocked on. Its slot is given back as soon as `yields` says that one of those it waits for wants one, and
   * taken again, ahead of new work, before this resolves.
   */
  blocked<T>(id: string, yields: () => boolean, signal: AbortSignal, until: () => Promise<T>): Promise<T>;
}

interface Waiter {
  readonly id: string;
  readonly grant: () => void;
}

export function slotsOf(capacity: number): Slots {
  const holders = new Set<string>();
  const returning: Waiter[] = [];
  const fresh: Waiter[] = [];
  /** Blocked holders: asked again whenever somebody queues. */
  const watchers = new Set<() => void>();
  let isGranting = false;

  function grantNext(): void {
    while (holders.size < capacity) {
      const next = returning.shift() ?? fresh.shift();
      if (next === undefined) return;
      holders.add(next.id);
      next.grant();
    }
  }

  function leave(id: string): void {
    if (!holders.delete(id) || isGranting) return;
    // Not at once: whoever is woken by the same end, and wants its slot again, queues first and goes ahead of new work.
    isGranting = true;
    setImmediate(() => {
      isGranting = false;
      grantNext();
    });
  }

  function enter(id: string, signal: AbortSignal, ahead = false): Promise<boolean> {
    if (holders.has(id)) return Promise.resolve(true);
    if (signal.aborted) return Promise.resolve(false);
    if (holders.size < capacity && (ahead || !isGranting)) {
      holders.add(id);
      return Promise.resolve(true);
    }
    return new Promise((resolve) => {
      const queue = ahead ? returning : fresh;
      const abandon = (): void => {
        const at = queue.indexOf(waiter);
        if (at < 0) return;
        queue.splice(at, 1);
        resolve(false);
      };
      const waiter: Waiter = {
        id,
        grant: () => {
          signal.removeEventListener('abort', abandon);
          resolve(true);
        },
      };
      queue.push(waiter);
      signal.addEventListener('abort', abandon, { once: true });
      for (const watcher of [...watchers]) watcher();
    });
  }

  return {
    enter,
    leave,
    isQueued: (id) => [returning, fresh].some((queue) => queue.some((waiter) => waiter.id === id)),
    awake: () => holders.size,
    async blocked(id, yields, signal, until) {
      let gave = false;
      const watcher = (): void => {
        if (gave || !holders.has(id) || !yields()) return;
        gave = true;
        leave(id);
      };
      watchers.add(watcher);
      watcher();
      try {
        return await until();
      } finally {
        watchers.delete(watcher);
        if (gave) await enter(id, signal, true);
      }
    },
  };
}
