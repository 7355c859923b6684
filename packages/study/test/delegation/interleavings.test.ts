import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Delegations } from '../../src/delegation/delegations.ts';
import { bench, goodReport, order, teamOf } from './service.ts';

const seeds = Number(process.env['STUDY_SEEDS'] ?? 100);
const terminal = new Set(['DONE', 'FAILED', 'CANCELLED', 'INTERRUPTED']);

/** mulberry32: the same seed, the same study. */
function randomOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296) * below);
  };
}

const ticks = async (count: number): Promise<void> => {
  for (let n = 0; n < count; n++) await (n % 2 === 0 ? Promise.resolve() : new Promise((resolve) => setImmediate(resolve)));
};

async function study(seed: number) {
  const random = randomOf(seed);
  const maxAwakeNodes = 2 + random(3);
  const isReviewed = random(2) === 0;
  const ending = ['close', 'stop', 'flush'][random(3)] ?? 'close';
  const sent: string[] = [];
  let written = 0;
  const heard: string[] = [];
  const notes: string[] = [];
  const wrong: string[] = [];
  /** Agents that are neither blocked in a call nor let go. */
  const awake = new Map<string, AbortSignal>();

  function wakes(own: string, signal: AbortSignal): void {
    awake.set(own, signal);
    const count = [...awake.values()].filter((each) => !each.aborted).length;
    if (count > maxAwakeNodes) wrong.push(`${count} awake of ${maxAwakeNodes}`);
  }

  const hear = (result: string): string => {
    heard.push(...(result.match(/m\d+-\S+/g) ?? []));
    notes.push(...(result.match(/note-\d+/g) ?? []));
    return result;
  };

  /** A few random moves of an agent: what its tools would be called with. */
  async function moves(caller: Parameters<Delegations['wait']>[0], delegations: Delegations, count: number, depth: number): Promise<void> {
    const own = caller.delegation ?? 'entry';
    const call = async (answer: Promise<string>): Promise<string> => {
      awake.delete(own);
      const result = hear(await answer);
      wakes(own, caller.signal);
      return result;
    };
    const say = async (to: string, waitForReply: boolean) => {
      const text = `m${written++}-${own}-to-${to}`;
      sent.push(text);
      const result = await call(delegations.sendMessage(caller, { to, text, approve: false, waitForReply }));
      if (/^(?:ERROR|REFUSED)/.test(result)) sent.splice(sent.indexOf(text), 1);
    };
    for (let move = 0; move < count && !caller.signal.aborted; move++) {
      await ticks(random(4));
      const children = delegations.children(own);
      for (const child of children) if (child.parent !== own) wrong.push(`${own} sees ${child.id}`);
      const some = children[random(Math.max(1, children.length))]?.id;
      const kind = own === 'entry' && move < 2 ? 0 : random(7);
      if (kind <= 1 && depth < 3) {
        const target = caller.node === 'hub' ? (['worker', 'critic'][random(2)] ?? '') : 'worker';
        await call(delegations.delegate(caller, order(target), random(4) === 0));
      } else if (kind === 2) await call(delegations.wait(caller, { block: random(2) === 0, timeoutMs: 1000 * random(5) }));
      else if (kind === 3 && some !== undefined) await call(delegations.wait(caller, { id: some, block: true }));
      else if (kind === 4 && some !== undefined)
        await call(delegations.sendMessage(caller, { to: some, text: 'ok', approve: true, waitForReply: false }));
      else if (kind === 5 && some !== undefined) await say(some, random(3) === 0);
      else if (kind === 6 && own === 'entry') await call(delegations.woken('entry', 1000 * random(4), caller.signal).then(() => ''));
      else if (kind === 6) await say('delegator', random(3) === 0);
    }
  }

  const work = async ({
    request,
    caller,
    delegations,
  }: Parameters<NonNullable<NonNullable<Parameters<typeof bench>[0]>['work']>[string]>[0]) => {
    hear(request.messages.at(-1)?.text ?? '');
    const id = request.delegation ?? '';
    wakes(id, request.signal);
    try {
      await moves(caller, delegations, random(4), Number(id.slice(1)) > 12 ? 3 : 1);
      await ticks(random(5));
      if (random(6) === 0) throw new Error('the session broke');
      return random(8) === 0 ? 'bad' : goodReport(id);
    } finally {
      awake.delete(id);
    }
  };

  let queued = 0;
  const b = bench({
    team: teamOf(['hub -> worker', 'hub -> critic', 'worker -> worker', 'critic -> worker']),
    maxAwakeNodes,
    arms: { peer_interaction: isReviewed },
    work: { worker: work, critic: work },
    sources: {
      operator: () => {
        if (queued >= 8 || random(5) !== 0) return '';
        return `note-${queued++}`;
      },
    },
  });
  // DE-11, at every row: what the registry shows as over is on disk.
  const append = b.log.append;
  b.log.append = (row) => {
    const before = b.delegations.find(row.id)?.status;
    if (terminal.has(row.status) && before !== undefined && !['Working', 'Revising', 'OpenForReview'].includes(before))
      wrong.push(`${row.id} ${row.status} after ${before}`);
    append(row);
    const onDisk = readFileSync(join(b.debug, 'delegation_log.jsonl'), 'utf8').trim().split('\n').at(-1) ?? '';
    if (!onDisk.includes(`"id":"${row.id}"`)) wrong.push(`${row.id} is not on disk`);
  };

  let isOver = false;
  const time = (async () => {
    while (!isOver) {
      await ticks(6);
      await b.clock.advance(500);
    }
  })();
  const hub = (async () => {
    wakes('entry', b.hub.signal);
    await moves(b.hub, b.delegations, 14, 0);
    if (ending === 'stop') b.delegations.cancelLive('the stop');
    if (ending === 'flush') await b.delegations.flush();
    awake.delete('entry');
    // A hub that closes properly: everything collected and approved.
    for (let left = 200; ending !== 'flush' && left > 0; left--) {
      const open = b.delegations.children('entry').filter(({ status }) => status === 'OpenForReview');
      const [review] = open;
      if (review !== undefined) {
        hear(await b.delegations.wait(b.hub, { id: review.id, block: true }));
        hear(await b.delegations.sendMessage(b.hub, { to: review.id, text: 'ok', approve: true, waitForReply: false }));
      } else if (b.delegations.inFlight().length > 0) hear(await b.delegations.wait(b.hub, { block: true }));
      else break;
    }
  })();
  await Promise.race([
    hub,
    (async () => {
      for (let n = 0; n < 20_000; n++) await ticks(2);
      wrong.push('deadlock');
    })(),
  ]);
  // What is left of questions is there to be had.
  for (const child of b.delegations.children('entry')) {
    for (let n = 0; n < 5 && b.registry.get(child.id)?.toDelegator.length; n++)
      hear(await b.delegations.wait(b.hub, { id: child.id, block: false }));
  }
  hear(b.notices.drain(b.hub));
  isOver = true;
  await time;
  return { b, wrong, sent, heard, notes, queued, ending, isReviewed };
}

test(`DE-03 DE-04 DE-11 DE-16 DE-31 NO-05: ${seeds} random studies lose, double and mix up nothing`, async () => {
  const seen = { delegations: 0, nested: 0, messages: 0, notes: 0 };
  for (let seed = 1; seed <= seeds; seed++) {
    const { b, wrong, sent, heard, notes, queued, ending, isReviewed } = await study(seed);
    const where = `seed ${seed} (${ending})`;
    expect(wrong, where).toEqual([]);
    expect(b.delegations.inFlight(), where).toEqual([]);

    const rows = b.lines().filter((row) => typeof row['status'] === 'string');
    const running = rows.filter((row) => row['status'] === 'RUNNING').map((row) => row['id'] as string);
    seen.delegations += running.length;
    seen.nested += rows.filter((row) => row['status'] === 'RUNNING' && row['parent'] !== 'entry').length;
    seen.messages += heard.length;
    seen.notes += notes.length;
    expect(running, where).toEqual(running.map((_, index) => `D${String(index + 1).padStart(3, '0')}`));
    for (const id of running) {
      const statuses = rows.filter((row) => row['id'] === id).map((row) => row['status'] as string);
      const ends = statuses.filter((status) => terminal.has(status));
      const isLeftOpen = ending === 'flush' && isReviewed && statuses.at(-1) === 'OPEN_FOR_REVIEW';
      expect(isLeftOpen ? ['open'] : ends, `${where} ${id} ${statuses.join(' ')}`).toHaveLength(1);
      if (!isLeftOpen) expect(terminal.has(statuses.at(-1) ?? ''), where).toBe(true);
    }
    // No message is heard twice by its receiver, none by anybody it was not for.
    expect(
      heard.filter((text, index) => heard.indexOf(text) !== index),
      where,
    ).toEqual([]);
    expect(
      heard.filter((text) => !sent.includes(text)),
      where,
    ).toEqual([]);
    // What a child of the hub wrote to it is never lost.
    const toHub = sent.filter((text) => text.endsWith('-to-delegator') && b.log.row(text.split('-')[1] ?? '')?.parent === 'entry');
    expect(
      toHub.filter((text) => !heard.includes(text)),
      where,
    ).toEqual([]);
    // Every note of the operator came exactly once.
    expect(notes, where).toEqual(Array.from({ length: queued }, (_, index) => `note-${index}`));
  }
  // The random moves did something.
  if (seeds >= 100) for (const [what, count] of Object.entries(seen)) expect(count, what).toBeGreaterThan(seeds);
}, 60_000);
