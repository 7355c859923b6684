import { appendFileSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMasker } from '@attractor/engine';
import { expect, test } from 'vitest';
import { delegationLog } from '../../src/records/delegation-log.ts';
import { bench, gate, goodReport, order, settle } from './service.ts';

test('DE-07 DE-08 A10 scenario 11: a resumed process rebuilds the registry; what ran is INTERRUPTED under its own commit, nothing is lost or invented', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'restore-'));
  let version = 0;
  const work = { worker: () => goodReport(`version ${++version}`), critic: () => gate<string>().promise };
  const first = bench({
    directory,
    work,
    needs: { budgets: { snapshot: () => ({ text: '', data: {} }), cutoff: () => undefined, claimEvals: (_id, _node, n) => n } },
  });
  await first.delegations.delegate(first.hub, order('worker'), true);
  await first.delegations.sendMessage(first.hub, { to: 'D001', text: 'ok', approve: true, waitForReply: false });
  await first.delegations.delegate(first.hub, order('critic', { intent: 'attack', hypothesisIds: ['H1'] }), false);
  await first.delegations.delegate(first.hub, order('worker', { expectedReport: 'all five' }), false);
  await settle();
  // The process is gone; another one begins.
  const second = bench({ directory, work });
  expect(second.delegations.restore()).toEqual({ interrupted: ['D002'], uncollected: ['D003'] });
  expect(second.commits).toEqual(['D002 hub -> critic [INTERRUPTED]']);
  expect(second.log.row('D002')).toMatchObject({
    status: 'INTERRUPTED',
    task: 'attack',
    hypothesis_ids: ['H1'],
    workspace_sha: 'sha-D002-1',
    to_node: 'critic',
  });
  expect(second.delegations.inFlight()).toEqual([]);
  expect(second.delegations.abandoned({ delegation: 'D002' })).toBe(true);
  expect(await second.delegations.wait(second.hub, { id: 'D002', block: true })).toMatch(/^Cancelled D002 critic \(INTERRUPTED\)/);
  expect(await second.delegations.sendMessage(second.hub, { to: 'D003', text: 'ok', approve: true, waitForReply: false })).toMatch(
    /^REFUSED: the report of D003 was not given/,
  );
  expect(await second.delegations.wait(second.hub, { block: true })).toMatch(/^OpenForReview D003 worker[\s\S]*version 2/);
  // Feedback goes on with the session, as far as the log holds it.
  await second.delegations.sendMessage(second.hub, { to: 'D003', text: 'one more', approve: false, waitForReply: false });
  expect(await second.delegations.wait(second.hub, { block: true })).toMatch(/version 3/);
  expect(second.requests[0]?.messages.map((message) => message.text)).toMatchObject([
    expect.stringContaining('all five'),
    expect.stringContaining('version 2'),
    expect.stringContaining('one more'),
  ]);
  await second.delegations.sendMessage(second.hub, { to: 'D003', text: 'ok', approve: true, waitForReply: false });
  expect(await second.delegations.delegate(second.hub, order('worker'), false)).toMatch(/^D004/);
  // What this process runs is left alone.
  expect(second.delegations.restore()).toEqual({ interrupted: [], uncollected: [] });
});

test('A10: what was collected before the end is not named again', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'collected-'));
  const arms = { peer_interaction: false };
  const first = bench({ directory, arms, work: { critic: () => Promise.reject(new Error('no')) } });
  for (const target of ['worker', 'worker', 'critic', 'critic']) await first.delegations.delegate(first.hub, order(target), false);
  await settle();
  await first.delegations.wait(first.hub, { id: 'D001', block: true });
  await first.delegations.wait(first.hub, { id: 'D003', block: true });
  const second = bench({ directory, arms });
  expect(second.delegations.restore()).toEqual({ interrupted: [], uncollected: ['D002', 'D004'] });
  expect(second.delegations.children().map(({ id, status }) => [id, status])).toEqual([
    ['D001', 'Done'],
    ['D002', 'Done'],
    ['D004', 'Errored'],
  ]);
  expect(await second.delegations.wait(second.hub, { block: true })).toMatch(/^Done D002/);
});

test('DE-09 DE-10 DE-12: the log collapses rows by id in the order of the last one, skips what is damaged and merges patches', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'log-'));
  const path = join(directory, 'debug', 'delegation_log.jsonl');
  const log = delegationLog(path, createMasker({}, ['s3cret-value']));
  expect([log.rows(), log.highest('D'), log.status('D001')]).toEqual([[], 0, undefined]);
  const b = bench();
  await b.delegations.delegate(b.hub, order('worker', { intent: 'with s3cret-value' }), false);
  await settle();
  const row = b.log.row('D001');
  if (row === undefined) throw new Error('no row');
  const { expected_report: _, ...fields } = row;
  expect(Object.keys(fields)).toEqual(
    'id from_node to_node task deliverable hypothesis_ids started_at completed_at status tokens_in tokens_out cost_usd is_falsification_attempt evals phase constraints workspace_sha critic_review session_started_at group group_kind retry_of namespace parent'.split(
      ' ',
    ),
  );
  log.append({ ...row, status: 'RUNNING' });
  log.append({ ...row, id: 'D002', status: 'RUNNING' });
  appendFileSync(path, 'no json\n{"id":7}\n');
  log.patch('D001', { hypothesis_ids: ['H2'], is_falsification_attempt: true });
  log.append({ ...row, status: 'DONE', hypothesis_ids: ['H1'] });
  log.append({ ...row, id: 'GATE001', status: 'GATE:PASS' });
  log.patch('D001', { collected: true });
  expect(log.rows().map(({ id, status }) => [id, status])).toEqual([
    ['D002', 'RUNNING'],
    ['D001', 'DONE'],
    ['GATE001', 'GATE:PASS'],
  ]);
  expect(log.row('D001')).toMatchObject({
    status: 'DONE',
    hypothesis_ids: ['H1', 'H2'],
    is_falsification_attempt: true,
    collected: true,
    task: 'with ***',
  });
  expect([log.highest('D'), log.highest('GATE'), log.highest('FB')]).toEqual([2, 1, 0]);
  // What another process appended is seen; a torn line waits, and is dropped before the next append.
  appendFileSync(path, '{"id":"D003","status":"RUNNING"}\n{"id":"D004","sta');
  expect(log.highest('D')).toBe(3);
  const again = delegationLog(path, createMasker({}, []));
  again.append({ ...row, id: 'D005' });
  expect([...log.rows(), ...again.rows()].map(({ id }) => id)).toEqual(
    [...Array(2)].flatMap(() => ['D002', 'D001', 'GATE001', 'D003', 'D005']),
  );
});
