import { existsSync, mkdtempSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HandlerError } from '@attractor/engine';
import { expect, test } from 'vitest';
import { bench, gate, goodReport, order, settle, teamOf } from './service.ts';

test('DE-01 DE-02 DE-03 DE-10 DE-34: an id, a RUNNING row before the worker runs, the entry with its delegator', async () => {
  const seen: unknown[] = [];
  const b = bench({
    work: {
      worker: ({ request }) => {
        seen.push(b.log.status(request.delegation ?? ''));
        return goodReport('measured');
      },
    },
  });
  expect(await b.delegations.delegate(b.hub, order('worker'), false)).toMatch(/^D001 started/);
  expect(b.delegations.find('D001')).toMatchObject({ id: 'D001', target: 'worker', delegator: 'hub', parent: 'entry', status: 'Working' });
  await settle();
  expect(seen).toEqual([{ status: 'RUNNING', deliverable: '' }]);
  expect(b.delegations.find('D001')?.status).toBe('OpenForReview');
  expect(b.lines().map((row) => row['status'])).toEqual(['RUNNING', 'OPEN_FOR_REVIEW']);
  expect(b.lines()[1]).toMatchObject({
    from_node: 'hub',
    to_node: 'worker',
    task: 'work for worker',
    tokens_in: 10,
    workspace_sha: 'sha-D001-1',
    parent: 'entry',
    session_started_at: expect.any(String),
  });
  expect(b.events.map(({ data }) => data['status'])).toEqual(['Working', 'Working', 'OpenForReview']);
});

test('DE-03: ids go on above the highest of the log, whatever was pruned, refused or resumed', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'ids-'));
  const first = bench({ directory });
  for (let n = 0; n < 3; n++) {
    await first.delegations.delegate(first.hub, order('worker'), true);
    await first.delegations.sendMessage(first.hub, { to: `D00${n + 1}`, text: 'fine', approve: true, waitForReply: false });
  }
  first.delegations.prune();
  expect(await first.delegations.delegate(first.hub, order('worker'), false)).toMatch(/^D004/);
  const second = bench({ directory });
  expect(await second.delegations.delegate(second.hub, order('worker'), false)).toMatch(/^D005/);
});

test('DE-13 TL-01: checks in their order; a refused call burns no id and writes no row', async () => {
  const rules = { stop: true, cutoff: true, cited: true, nudge: true };
  const b = bench({
    needs: {
      stopping: { refusal: () => (rules.stop ? 'a stop is active' : undefined) },
      budgets: {
        snapshot: () => ({ text: '', data: {} }),
        cutoff: () => (rules.cutoff ? 'past the cutoff' : undefined),
        claimEvals: () => 0,
      },
      checkHypotheses: () => (rules.cited ? 'H9 is not registered' : undefined),
      nudge: () => (rules.nudge ? 'open milestones' : undefined),
    },
  });
  const ask = (target: string) => b.delegations.delegate(b.hub, order(target), false);
  expect(await ask('nobody')).toBe('REFUSED: a stop is active');
  rules.stop = false;
  expect(await ask('nobody')).toBe('REFUSED: past the cutoff');
  expect(b.rows).toMatchObject([{ kind: 'intervention', type: 'DELEGATE_CUTOFF' }]);
  rules.cutoff = false;
  expect(await ask('nobody')).toMatch(/^ERROR: no target is called "nobody"; valid targets: worker, critic/);
  expect(await ask('worker')).toBe('ERROR: H9 is not registered');
  rules.cited = false;
  expect(await ask('worker')).toBe('REFUSED: open milestones');
  expect(existsSync(join(b.debug, 'delegation_log.jsonl'))).toBe(false);
  rules.nudge = false;
  expect(await ask('Worker')).toMatch(/^D001 started: worker/);
  expect(b.rows.at(-1)).toMatchObject({ type: 'TARGET_ALIAS', row: { written: 'Worker', target: 'worker' } });
  await settle();
  rules.stop = true;
  expect(await ask('worker')).toMatch(/^REFUSED: a stop/);
  rules.stop = false;
  rules.cutoff = true;
  expect(await ask('worker')).toMatch(/^REFUSED: open for review: D001/);
});

test('DE-14: the task message: constraints, preamble, folder, intent, criteria, hypotheses', async () => {
  const b = bench({ needs: { hypotheses: (ids) => ids.map((id) => `${id}: criterion verbatim`).join('\n') } });
  await b.delegations.delegate(
    b.hub,
    order('critic', { intent: 'Attack it.', expectedReport: 'All holes.', hypothesisIds: ['H1'], namespace: 'design-a' }),
    false,
  );
  await settle();
  const text = b.requests[0]?.messages[0]?.text ?? '';
  const places = [
    '<engine-note>\nelapsed 0 ms',
    'Quote primary sources only.',
    join(b.debug, 'delegations', 'D001'),
    'Attack it.',
    'All holes.',
    'design-a',
    'H1: criterion verbatim',
  ].map((part) => text.indexOf(part));
  expect(places.every((place) => place >= 0)).toBe(true);
  expect(places).toEqual([...places].sort((x, y) => x - y));
  expect(b.requests[0]).toMatchObject({ purpose: 'worker', delegation: 'D001', invoke: 1, system: 'You are critic.' });
  const quiet = bench({ arms: { budget_notes: false } });
  await quiet.delegations.delegate(quiet.hub, order('worker'), false);
  await settle();
  expect(quiet.requests[0]?.messages[0]?.text).not.toContain('engine-note');
  // DE-09: rows keep the figures all the same.
  expect(quiet.lines()[0]).toMatchObject({ constraints: { elapsed_ms: 0 } });
});

test('DE-11: the terminal row is on disk before the registry shows it', async () => {
  const shown: string[] = [];
  const b = bench({ arms: { peer_interaction: false } });
  const append = b.log.append;
  b.log.append = (row) => {
    append(row);
    shown.push(`${row.status} on disk, registry ${b.delegations.find(row.id)?.status ?? 'empty'}`);
  };
  await b.delegations.delegate(b.hub, order('worker'), true);
  expect(shown).toEqual(['RUNNING on disk, registry empty', 'DONE on disk, registry Working']);
});

test('AG-22 AG-29: a malformed report is corrected once, by the sections of its own agent', async () => {
  const critic = (text: string) => `## Report\n### Findings\n${text} ${'x'.repeat(80)}\n### Verdict\nPASS\n`;
  const answers = ['I cannot access the files.', 'short again'];
  const b = bench({
    team: teamOf(['hub -> worker', 'hub -> critic'], { critic: ['### Findings', '### Verdict'] }),
    work: { worker: () => answers.shift() ?? '', critic: () => critic('none') },
    needs: { tools: () => new Map([['Bash', {} as never]]) },
  });
  expect(await b.delegations.delegate(b.hub, order('critic'), true)).toMatch(/^OpenForReview D001 critic/);
  expect(b.rows.filter((row) => row.type === 'REPORT_RETRY')).toEqual([]);
  await b.delegations.sendMessage(b.hub, { to: 'D001', text: 'ok', approve: true, waitForReply: false });
  const result = await b.delegations.delegate(b.hub, order('worker'), true);
  expect(b.requests.map((request) => request.invoke)).toEqual([1, 1, 2]);
  expect(b.requests[2]?.messages.at(-1)?.text).toMatch(
    /^<engine-note>\nYour answer is not the report[\s\S]*you hold the tools Bash[\s\S]*`### Conclusions`/,
  );
  expect(b.rows.filter((row) => row.type === 'REPORT_RETRY')).toMatchObject([
    { kind: 'intervention', row: { delegation_id: 'D002', told: true } },
  ]);
  expect(result).toMatch(/^OpenForReview D002 worker[\s\S]*short again[\s\S]*does not keep its contract/);
  // RE-12: one record of usage an invoke.
  expect(b.usages.map((usage) => usage.delegation)).toEqual(['D001', 'D002', 'D002']);
  const free = bench({ arms: { delegation_contract: false }, work: { worker: () => 'anything' } });
  await free.delegations.delegate(free.hub, order('worker'), true);
  expect(free.requests).toHaveLength(1);
});

test('DE-21 DE-28: errors in a row are counted a target and end with its success; the trace is in a file', async () => {
  let fails = 2;
  const b = bench({
    arms: { peer_interaction: false },
    work: {
      worker: () => {
        if (fails-- > 0) throw new HandlerError('the provider is down, key s3cret-value', { retryable: true, type: 'ModelError' });
        return goodReport('at last');
      },
    },
    secrets: ['s3cret-value'],
  });
  expect(await b.delegations.delegate(b.hub, order('worker'), true)).toMatch(
    /^Errored D001 worker\nHandlerError: the provider is down, key \*\*\*/,
  );
  expect(await b.delegations.delegate(b.hub, order('critic'), true)).toMatch(/^Done D002/);
  await b.delegations.delegate(b.hub, order('worker'), true);
  expect(b.delegations.consecutiveErrors().get('worker')).toBe(2);
  expect(readFileSync(join(b.debug, 'delegations', 'D001', 'error.txt'), 'utf8')).toContain('the provider is down, key ***');
  expect(b.lines().filter((row) => row['status'] === 'FAILED')).toHaveLength(2);
  expect(b.rows.filter((row) => row.kind === 'error')).toMatchObject([
    { type: 'ModelError', row: { fault: 'system' } },
    { type: 'ModelError' },
  ]);
  await b.delegations.delegate(b.hub, order('worker'), true);
  expect(b.delegations.consecutiveErrors().get('worker')).toBe(0);
});

test('DE-16: at most so many awake, the rest first in first out; a parent blocked on its queued child gives its slot', async () => {
  const doors = new Map<string, ReturnType<typeof gate<string>>>();
  const running: string[] = [];
  const go = gate();
  const b = bench({
    maxAwakeNodes: 2,
    arms: { peer_interaction: false },
    work: {
      worker: async ({ request, caller, delegations }) => {
        const id = request.delegation ?? '';
        running.push(id);
        if (id === 'D001') {
          await go.promise;
          expect(await delegations.delegate(caller, order('helper'), true)).toMatch(/^Done D004 helper/);
        } else {
          doors.set(id, gate<string>());
          await doors.get(id)?.promise;
        }
        return goodReport(id);
      },
      helper: ({ request }) => {
        running.push(request.delegation ?? '');
        return goodReport('helped');
      },
    },
  });
  await b.delegations.delegate(b.hub, order('worker'), false);
  expect(await b.delegations.delegate(b.hub, order('worker'), false)).toMatch(/^D002 started.*queued/);
  expect(await b.delegations.delegate(b.hub, order('worker'), false)).toMatch(/queued/);
  expect(b.delegations.find('D002')?.queued).toBe(true);
  expect(b.lines().map((row) => [row['id'], row['status'], row['session_started_at']])).toEqual(
    ['D001', 'D002', 'D003'].map((id) => [id, 'RUNNING', null]),
  );
  go.open();
  await settle(10);
  // D001 gave its slot to those before its child; they hold it until the hub waits for them too.
  expect(running).toEqual(['D001', 'D002']);
  const waiting = b.delegations.wait(b.hub, { block: true });
  await settle(10);
  expect(running).toEqual(['D001', 'D002', 'D003']);
  doors.get('D003')?.open('');
  expect(await waiting).toMatch(/^Done D003 worker/);
  // The hub came back before D004, which was queued before.
  expect(running).toEqual(['D001', 'D002', 'D003']);
  doors.get('D002')?.open('');
  await settle(10);
  expect(running).toEqual(['D001', 'D002', 'D003', 'D004']);
  expect(b.delegations.find('D001')?.status).toBe('Done');
});

test('DE-04 DE-15 scenario 10: two delegations of one role each see their own child alone', async () => {
  const seen = new Map<string, string>();
  const ask = gate();
  const b = bench({
    work: {
      worker: async ({ request, caller, delegations }) => {
        const id = request.delegation ?? '';
        await delegations.delegate(caller, order('helper'), false);
        await ask.promise;
        const word = await delegations.wait(caller, { block: true });
        seen.set(id, word);
        const child = delegations.children(id)[0]?.id ?? '';
        await delegations.sendMessage(caller, { to: child, text: `answer of ${id}`, approve: false, waitForReply: true });
        return goodReport(id);
      },
      helper: async ({ caller, delegations }) => {
        const reply = await delegations.sendMessage(caller, {
          to: 'delegator',
          text: `question of ${caller.delegation}`,
          approve: false,
          waitForReply: true,
        });
        return goodReport(reply);
      },
    },
  });
  await b.delegations.delegate(b.hub, order('worker'), false);
  await b.delegations.delegate(b.hub, order('worker'), false);
  await settle();
  const children = (id: string) => b.delegations.children(id).map((child) => child.id);
  expect([children('D001'), children('D002')]).toEqual([['D003'], ['D004']]);
  const pending = (id: string) => b.notices.pending({ node: 'worker', delegation: id, signal: b.hub.signal });
  expect(pending('D001')).toContain('D003 (helper) asks you: question of D003');
  expect(pending('D001')).not.toContain('D004');
  expect(await b.delegations.wait({ node: 'worker', delegation: 'D001', signal: b.hub.signal }, { id: 'D004', block: false })).toMatch(
    /^ERROR: "D004" is not a delegation of yours; yours: D003/,
  );
  ask.open();
  await settle(20);
  expect(seen.get('D001')).toMatch(/^Working D003[^\n]* asks:\nquestion of D003/);
  expect(seen.get('D002')).toMatch(/^Working D004[^\n]* asks:\nquestion of D004/);
  expect(b.log.row('D003')?.deliverable).toContain('Reply worker:\nanswer of D001');
  expect(b.log.row('D004')?.deliverable).toContain('answer of D002');
});

test('DE-24 DE-31: the end of the run aborts what is live and logs INTERRUPTED with everything that is known', async () => {
  const b = bench({
    work: {
      worker: async ({ request, caller, delegations }) => {
        delegations.reportEvals(caller, 4);
        await new Promise((resolve) => request.signal.addEventListener('abort', resolve));
        throw new Error('aborted');
      },
    },
  });
  await b.delegations.delegate(b.hub, order('worker', { hypothesisIds: ['H1'], falsificationAttempt: true }), false);
  await settle();
  await b.delegations.flush();
  expect(b.lines().at(-1)).toMatchObject({
    id: 'D001',
    status: 'INTERRUPTED',
    from_node: 'hub',
    to_node: 'worker',
    task: 'work for worker',
    hypothesis_ids: ['H1'],
    is_falsification_attempt: true,
    evals: 4,
    tokens_in: 10,
    workspace_sha: 'sha-D001-1',
  });
  expect(b.commits).toEqual(['D001 hub -> worker [INTERRUPTED]']);
  expect(b.delegations.consecutiveErrors().get('worker')).toBeUndefined();
  expect(await b.delegations.delegate(b.hub, order('worker'), false)).toMatch(/^REFUSED/);
});

test('DE-25 DE-32 ST-07: a cancelled straggler has a row with zero tokens; its late result changes nothing, its usage counts', async () => {
  const late = gate<string>();
  const b = bench({
    work: {
      worker: async ({ caller, delegations }) => {
        await delegations.delegate(caller, order('helper'), false);
        return late.promise;
      },
      helper: () => late.promise,
    },
  });
  await b.delegations.delegate(b.hub, order('worker'), false);
  await settle();
  const waiting = b.delegations.wait(b.hub, { block: true });
  expect(b.delegations.cancelLive("the stop's time is over")).toEqual(['D001', 'D002']);
  expect(await waiting).toMatch(/^Cancelled D001 worker/);
  expect(b.delegations.abandoned({ delegation: 'D001' })).toBe(true);
  const rows = b.lines().slice(-2);
  expect(rows).toMatchObject([
    {
      id: 'D001',
      status: 'CANCELLED',
      from_node: 'hub',
      tokens_in: 0,
      tokens_out: 0,
      cost_usd: null,
      parent: 'entry',
      workspace_sha: 'sha-D001-1',
    },
    { id: 'D002', status: 'CANCELLED', from_node: 'worker', parent: 'D001' },
  ]);
  expect(rows[0]?.['deliverable']).toBe("No report and no retrospective were given: the stop's time is over.");
  late.open(goodReport('too late'));
  await settle();
  expect(b.lines()).toHaveLength(4);
  expect(b.delegations.find('D001')).toMatchObject({ status: 'Cancelled', usage: { inputTokens: 10 } });
  expect(b.usages.map((usage) => usage.delegation).toSorted((a, b) => (a ?? '').localeCompare(b ?? ''))).toEqual(['D001', 'D002']);
  expect(b.rows.filter((row) => row.kind === 'retrospective')).toEqual([]);
});

test('DE-07: what the log shows as over is not in flight, whatever the registry says', async () => {
  const b = bench({ work: { worker: () => gate<string>().promise } });
  await b.delegations.delegate(b.hub, order('worker'), false);
  expect(b.delegations.inFlight().map((entry) => entry.id)).toEqual(['D001']);
  const row = b.log.row('D001');
  if (row !== undefined) b.log.append({ ...row, status: 'DONE' });
  expect(b.delegations.inFlight()).toEqual([]);
  expect(b.delegations.find('D001')?.status).toBe('Working');
});

test('TU-07: a turn forgets cancelled and collected failed ones, keeps the rest; DE-08: the log still answers', async () => {
  const b = bench({
    arms: { peer_interaction: false },
    work: { worker: () => Promise.reject(new Error('broken')), critic: () => gate<string>().promise },
  });
  await b.delegations.delegate(b.hub, order('worker'), true);
  await b.delegations.delegate(b.hub, order('worker'), false);
  await b.delegations.delegate(b.hub, order('critic'), false);
  await settle();
  b.delegations.prune();
  expect(b.delegations.children().map((entry) => [entry.id, entry.status])).toEqual([
    ['D002', 'Errored'],
    ['D003', 'Working'],
  ]);
  expect(await b.delegations.wait(b.hub, { id: 'D001', block: true })).toMatch(/^Errored D001 worker \(FAILED\)\nError: broken/);
});

test("DE-23 AG-15: ReportEvals is summed by delegation and reconciled at the report; the hub's own goes to the run", async () => {
  const claims: unknown[] = [];
  const b = bench({
    work: {
      worker: ({ caller, delegations }) => goodReport([delegations.reportEvals(caller, 3), delegations.reportEvals(caller, 2)].join(' ')),
    },
    needs: {
      budgets: {
        snapshot: () => ({ text: '', data: {} }),
        cutoff: () => undefined,
        claimEvals: (...claim) => {
          claims.push(claim);
          return 4;
        },
      },
    },
  });
  expect(await b.delegations.delegate(b.hub, order('worker'), true)).toMatch(
    /^OpenForReview D001 worker \(4 evaluations\)[\s\S]*Recorded 3 \(3 in all\)\. Recorded 2 \(5 in all\)/,
  );
  expect(b.delegations.reportEvals(b.hub, 7)).toBe('Recorded 7 (7 in all).');
  expect(b.delegations.reportEvals(b.hub, -1)).toMatch(/^ERROR/);
  expect(claims).toEqual([
    ['D001', 'worker', 5],
    ['entry', 'hub', 7],
  ]);
});

test('DE-29: history without what runs; the entry is told that it never has one', async () => {
  const b = bench();
  await b.delegations.delegate(b.hub, order('worker', { intent: 'first' }), true);
  await b.delegations.sendMessage(b.hub, { to: 'D001', text: 'ok', approve: true, waitForReply: false });
  await b.delegations.delegate(b.hub, order('worker', { intent: 'second' }), true);
  expect(b.delegations.recall({ node: 'worker', delegation: 'D002', signal: b.hub.signal }, { limit: 1 })).toMatch(
    /^History of worker: 1 of 2\n\nD002 OPEN_FOR_REVIEW[\s\S]*Task: second[\s\S]*1 older/,
  );
  expect(b.delegations.recall(b.hub, { limit: 20 })).toMatch(/^History: nobody delegates to hub, so its history is always empty/);
  expect(b.delegations.recall(b.hub, { target: 'nobody', limit: 20 })).toMatch(/^ERROR/);
});

test('DE-09: the two hundredth delegation writes as much as the tenth', async () => {
  const b = bench();
  const sizes: number[] = [];
  for (let n = 1; n <= 200; n++) {
    const started = await b.delegations.delegate(b.hub, order('worker'), true);
    const id = /D\d+/.exec(started)?.[0] ?? '';
    await b.delegations.sendMessage(b.hub, { to: id, text: 'ok', approve: true, waitForReply: false });
    if (n === 10 || n === 60 || n === 150 || n === 200) sizes.push(statSync(join(b.debug, 'delegation_log.jsonl')).size);
  }
  const [ten = 0, sixty = 0, most = 0, all = 0] = sizes;
  expect((all - most) / (sixty - ten)).toBeLessThan(1.1);
});
