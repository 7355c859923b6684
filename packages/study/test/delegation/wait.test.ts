import { expect, test } from 'vitest';
import { bench, gate, goodReport, order, settle, teamOf } from './service.ts';

const doors = () => {
  const all = new Map<string, ReturnType<typeof gate<string>>>();
  const door = (id: string) => {
    const known = all.get(id) ?? gate<string>();
    all.set(id, known);
    return known;
  };
  return door;
};

test('DE-18: without an id whichever is there first, and what is still in flight; with block=false a line that begins with the status', async () => {
  const door = doors();
  const b = bench({ arms: { peer_interaction: false }, work: { worker: ({ request }) => door(request.delegation ?? '').promise } });
  for (let n = 0; n < 3; n++) await b.delegations.delegate(b.hub, order('worker'), false);
  expect(await b.delegations.wait(b.hub, { id: 'D002', block: false })).toMatch(
    /^Working D002 worker \(0 s so far\)\n\nStill in flight: Working D001[^\n]*; Working D003/,
  );
  const first = b.delegations.wait(b.hub, { block: true });
  door('D003').open(goodReport('third'));
  door('D002').open(goodReport('second'));
  expect(await first).toMatch(/^Done D003 worker\n[\s\S]*third[\s\S]*Still in flight: Working D001/);
  expect(await b.delegations.wait(b.hub, { block: true })).toMatch(/^Done D002 worker/);
  const last = b.delegations.wait(b.hub, { id: 'D001', block: true, timeoutMs: 5000 });
  await settle();
  await b.clock.advance(5000);
  expect(await last).toMatch(/^Working D001 worker \(5 s so far\)\nThe wait is over: 5 s/);
  door('D001').fail(new Error('broken'));
  expect(await b.delegations.wait(b.hub, { id: 'D001', block: true })).toMatch(/^Errored D001 worker\nError: broken/);
  // A report that a cut history lost is given again.
  expect(await b.delegations.wait(b.hub, { id: 'D003', block: true })).toMatch(/^Done D003[\s\S]*third/);
});

test('DE-19: it never blocks on what cannot come, and says what to do', async () => {
  const b = bench({ work: { worker: ({ request }) => (request.delegation === 'D003' ? gate<string>().promise : goodReport('x')) } });
  expect(await b.delegations.wait(b.hub, { block: true })).toMatch(/^ERROR: nothing is in flight/);
  expect(await b.delegations.wait(b.hub, { id: 'D009', block: true })).toMatch(
    /^ERROR: "D009" is not a delegation of yours; you have none/,
  );
  await b.delegations.delegate(b.hub, order('worker'), true);
  expect(await b.delegations.wait(b.hub, { block: true })).toMatch(
    /^ERROR: nothing is at work: D001 wait for your review. Use SendMessage\(to="D001"/,
  );
  await b.delegations.sendMessage(b.hub, { to: 'D001', text: 'ok', approve: true, waitForReply: false });
  expect(await b.delegations.wait(b.hub, { block: true })).toMatch(/^ERROR: nothing is in flight/);
  await b.delegations.delegate(b.hub, order('worker'), true);
  await b.delegations.sendMessage(b.hub, { to: 'D002', text: 'ok', approve: true, waitForReply: false });
  await b.delegations.delegate(b.hub, order('worker'), false);
  const entry = b.registry.get('D003');
  delete entry?.task;
  expect(await b.delegations.wait(b.hub, { block: true })).toMatch(/^ERROR: D003 has no session any more/);
});

test('DE-20 NO-04: a stop, a note or the monitor ends a wait; ordinary notices ride along, and each is given once', async () => {
  const news = { stop: '', operator: '', monitor: '' };
  const take = (name: keyof typeof news) => {
    const text = news[name];
    news[name] = '';
    return text;
  };
  const b = bench({
    sources: { stop: () => take('stop'), operator: () => take('operator'), monitor: () => take('monitor') },
    work: { worker: () => gate<string>().promise },
  });
  await b.delegations.delegate(b.hub, order('worker'), false);
  for (const name of ['stop', 'operator', 'monitor'] as const) {
    const waiting = b.delegations.wait(b.hub, { block: true });
    let isBack = false;
    void waiting.then(() => {
      isBack = true;
    });
    b.notices.notify('hub', `ordinary ${name}`);
    await settle();
    expect(isBack).toBe(false);
    news[name] = `the word of ${name}`;
    await b.clock.advance(1000);
    const text = await waiting;
    expect(text).toMatch(/^Working D001/);
    expect(text.match(new RegExp(`the word of ${name}`, 'g'))).toHaveLength(1);
    expect(text).toContain(`ordinary ${name}`);
    expect(b.notices.drain(b.hub)).toBe('');
  }
});

test('DE-33: a report ends with a fresh snapshot of the constraints, unless budget notes are off', async () => {
  const door = doors();
  const b = bench({ work: { worker: () => door('x').promise } });
  await b.delegations.delegate(b.hub, order('worker'), false);
  await b.clock.advance(7000);
  door('x').open(goodReport('done'));
  expect(await b.delegations.wait(b.hub, { block: true })).toMatch(/<engine-note>\nelapsed 7000 ms\n<\/engine-note>$/);
  const quiet = bench({ arms: { budget_notes: false } });
  expect(await quiet.delegations.delegate(quiet.hub, order('worker'), true)).not.toContain('engine-note');
});

test('DE-22: open for review until approved; feedback resumes the session; no new delegation while a review is open', async () => {
  let version = 0;
  const b = bench({ work: { worker: () => goodReport(`version ${++version}`) } });
  await b.delegations.delegate(b.hub, order('worker'), false);
  const say = (text: string, approve: boolean) => b.delegations.sendMessage(b.hub, { to: 'D001', text, approve, waitForReply: false });
  expect(await say('ok', true)).toMatch(/^REFUSED: D001 is still at work/);
  await settle();
  expect(await say('ok', true)).toMatch(/^REFUSED: the report of D001 was not given to you yet/);
  expect(await b.delegations.wait(b.hub, { block: true })).toMatch(/^OpenForReview D001 worker[\s\S]*version 1[\s\S]*approve=true/);
  expect(await b.delegations.delegate(b.hub, order('critic'), false)).toMatch(/^REFUSED: open for review: D001/);
  expect(await say('and x=3?', false)).toMatch(/^Delivered to D001 worker: it works on its report again/);
  expect(b.delegations.find('D001')?.status).toBe('Revising');
  expect(b.delegations.inFlight()).toHaveLength(1);
  expect(await b.delegations.wait(b.hub, { block: true })).toMatch(/^OpenForReview D001[\s\S]*version 2/);
  expect(b.requests[1]).toMatchObject({ invoke: 2, delegation: 'D001' });
  expect(b.requests[1]?.messages.map((message) => message.from)).toEqual(['user', 'assistant', 'user']);
  expect(b.requests[1]?.messages[2]?.text).toContain('and x=3?');
  expect(await say('ok', true)).toBe('Done D001 worker: its report is approved.');
  expect(await say('ok', true)).toMatch(/^ERROR: D001 is Done: there is nothing to approve/);
  expect(await say('more', false)).toMatch(/^ERROR: D001 is Done and reads nothing/);
  expect(b.lines().map((row) => row['status'])).toEqual(['RUNNING', 'OPEN_FOR_REVIEW', 'OPEN_FOR_REVIEW', 'DONE']);
  expect(b.log.row('D001')).toMatchObject({ status: 'DONE', tokens_in: 20, workspace_sha: 'sha-D001-2' });
  expect(b.rows.filter((row) => row.kind === 'retrospective').map((row) => row.row['version'])).toEqual([null, '2']);
});

test('DE-23: up and down one hop; the reply, the end, or the time ends the wait for it', async () => {
  const heard: string[] = [];
  const b = bench({
    work: {
      worker: async ({ request, caller, delegations }) => {
        if (request.invoke > 1) return goodReport('more');
        heard.push(await delegations.sendMessage(caller, { to: 'delegator', text: 'which range?', approve: false, waitForReply: true }));
        heard.push(await delegations.sendMessage(caller, { to: 'hub', text: 'anyone?', approve: false, waitForReply: true }));
        heard.push(await delegations.sendMessage(caller, { to: 'human', text: 'help', approve: false, waitForReply: false }));
        return goodReport('end');
      },
    },
    needs: { askHuman: async (_caller, question) => `Answered ${question}` },
  });
  await b.delegations.delegate(b.hub, order('worker'), false);
  expect(await b.delegations.wait(b.hub, { block: true })).toMatch(/^Working D001 worker[^\n]* asks:\nwhich range\?/);
  expect(await b.delegations.sendMessage(b.hub, { to: 'worker', text: '0 to 4', approve: false, waitForReply: true })).toBe(
    'Reply D001 worker:\nanyone?',
  );
  await b.clock.advance(300_000);
  await settle();
  expect(heard).toEqual([
    'Reply hub:\n0 to 4',
    'Timeout: no answer of your delegator hub within 300 s. Your message was delivered.',
    'ERROR: only the entry agent, in its own turn, may write to the human. Write to your delegator.',
  ]);
  expect(await b.delegations.sendMessage(b.hub, { to: 'human', text: 'range?', approve: false, waitForReply: false })).toBe(
    'Answered range?',
  );
  expect(await b.delegations.sendMessage(b.hub, { to: 'D001', text: 'more', approve: false, waitForReply: true })).toMatch(
    /^Reply OpenForReview D001/,
  );
});

test('DE-23: a name that means several is an error that lists them; nobody else is reached', async () => {
  const b = bench({ team: teamOf(['hub -> worker', 'worker -> helper', 'hub -> helper']), work: { worker: () => gate<string>().promise } });
  await b.delegations.delegate(b.hub, order('worker'), false);
  await b.delegations.delegate(b.hub, order('worker'), false);
  const to = (name: string) => b.delegations.sendMessage(b.hub, { to: name, text: 'x', approve: false, waitForReply: false });
  expect(await to('worker')).toBe('ERROR: "worker" may mean several; name one: D001 (worker), D002 (worker).');
  expect(await to('D003')).toMatch(/^ERROR: "D003" is no delegation of yours and not your delegator: D001 \(worker\), D002/);
  expect(await to('delegator')).toMatch(/^ERROR: you work for nobody/);
  expect(await to('D002')).toMatch(/^Delivered to D002/);
});

test('NO-07 NO-08 NO-09: pending items are computed fresh, of the own children alone, and nothing is taken', async () => {
  const door = doors();
  const b = bench({
    work: {
      worker: ({ request }) => door(request.delegation ?? '').promise,
      critic: async ({ caller, delegations }) => {
        await delegations.sendMessage(caller, { to: 'delegator', text: `why ${'y'.repeat(200)}`, approve: false, waitForReply: false });
        return door('critic').promise;
      },
    },
  });
  expect(b.notices.pending(b.hub)).toBe('');
  for (const target of ['worker', 'worker', 'critic']) await b.delegations.delegate(b.hub, order(target), false);
  await settle();
  door('D001').open(goodReport('one'));
  door('D002').fail(new Error('broken'));
  await settle();
  const text = b.notices.pending(b.hub);
  expect(text).toMatch(
    /^<engine-note>\nPending: open for review: D001 .*; finished and not collected: D002 .*; D003 \(critic\) asks you: why y{96}\.\.\. /,
  );
  expect(b.notices.pending(b.hub)).toBe(text);
  await b.delegations.sendMessage(b.hub, { to: 'D003', text: 'because', approve: false, waitForReply: false });
  expect(b.notices.pending({ node: 'critic', delegation: 'D003', signal: b.hub.signal })).toContain('your delegator writes: because');
  expect(b.notices.pending({ node: 'worker', delegation: 'D002', signal: b.hub.signal })).toBe('');
  await b.delegations.wait(b.hub, { id: 'D002', block: true });
  expect(b.notices.pending(b.hub)).toMatch(/Pending: open for review: D001 [^;]*\.\n/);
  // A message that the worker has not read in full reaches it before its report counts.
  door('critic').open(goodReport('first'));
  await settle();
  expect(b.requests.at(-1)).toMatchObject({ delegation: 'D003', invoke: 2 });
  expect(b.requests.at(-1)?.messages.at(-1)?.text).toContain('because');
  const quiet = bench({ arms: { peer_interaction: false } });
  await quiet.delegations.delegate(quiet.hub, order('worker'), false);
  await settle();
  expect(quiet.notices.pending(quiet.hub)).toBe('');
  expect(quiet.notices.drain(quiet.hub)).toMatch(/D001 \(worker\) is Done/);
});

test('TU-29: woken by what arrives, not by what was there before; else the time', async () => {
  const door = doors();
  const b = bench({ work: { worker: ({ request }) => door(request.delegation ?? '').promise } });
  await b.delegations.delegate(b.hub, order('worker'), false);
  await b.delegations.delegate(b.hub, order('worker'), false);
  let woken = 0;
  const sleep = () => b.delegations.woken('entry', 60_000, b.hub.signal).then(() => ++woken);
  void sleep();
  await settle();
  expect(woken).toBe(0);
  door('D001').open(goodReport('one'));
  await settle();
  expect(woken).toBe(1);
  // It is not collected, and the hub was told: the next wait is for something new.
  const second = sleep();
  await settle();
  expect(woken).toBe(1);
  for (let s = 0; s < 60; s++) await b.clock.advance(1000);
  await second;
  expect(woken).toBe(2);
  b.delegations.wake('entry');
  await sleep();
  expect(woken).toBe(3);
  door('D002').fail(new Error('x'));
  await settle();
  await sleep();
  expect(woken).toBe(4);
});

test('ST-01 ST-07 DE-16: a hub that gave its slot away still hears a stop, and its deadline brings the slot back', async () => {
  let deadline = Number.POSITIVE_INFINITY;
  const b = bench({
    maxAwakeNodes: 2,
    work: {
      worker: ({ request }) => new Promise((_, reject) => request.signal.addEventListener('abort', () => reject(new Error('aborted')))),
    },
    sources: {
      stop: () => {
        const now = b.clock.monotonic();
        if (now >= deadline) b.delegations.cancelLive('the stop has passed its deadline');
        if (now < 3000 || deadline !== Number.POSITIVE_INFINITY) return '';
        deadline = now + 10_000;
        return 'stop: report now';
      },
    },
  });
  await b.delegations.delegate(b.hub, order('worker'), false);
  await b.delegations.delegate(b.hub, order('worker'), false);
  let answer = '';
  void b.delegations.wait(b.hub, { block: true }).then((text) => {
    answer = text;
  });
  const pass = async (count: number) => {
    for (let s = 0; s < count; s++) {
      await b.clock.advance(1000);
      await settle(2);
    }
  };
  await pass(10);
  // Both work in the two slots, one of them the hub's: it has its answer and no slot to go on.
  expect([answer, b.delegations.find('D002')?.queued]).toEqual(['', false]);
  await pass(5);
  expect(answer).toMatch(/^Working D001[\s\S]*read the note[\s\S]*stop: report now/);
  expect(b.delegations.children().map(({ status }) => status)).toEqual(['Cancelled', 'Cancelled']);
});
