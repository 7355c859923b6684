import { describe, expect, test } from 'vitest';
import { type VerdictScope, verdictFromReport, verdictFromStatusFile, verdictFromText } from '../../src/verdict/index.ts';

const scope = (changes: Partial<VerdictScope> = {}): VerdictScope => ({
  node: 'judge',
  goalGate: false,
  toolCalls: 0,
  isRouteLabel: (word) => word === 'approved',
  ...changes,
});

const gate = scope({ goalGate: true });

/** Who is explicit, row by row (§25), for the producers that are model answers. */
describe('§25: model rows of the table', () => {
  test('report_outcome call: explicit', () => {
    expect(verdictFromReport({ status: 'fail', failure_reason: 'no' }, 'judge')).toMatchObject({
      status: 'fail',
      isExplicit: true,
      failureReason: 'no',
    });
  });

  test.each([
    ['pure', '{"status":"success","notes":"ok"}'],
    ['fenced', '```json\n{"status":"success"}\n```'],
    ['embedded', 'All good: {"outcome":"success"} bye'],
    ['upper case', '{"status":"SUCCESS"}'],
  ])('%s JSON verdict: explicit, on gates and elsewhere', (_name, text) => {
    expect(verdictFromText(text, gate)).toMatchObject({ status: 'success', isExplicit: true });
    expect(verdictFromText(text, scope())).toMatchObject({ status: 'success', isExplicit: true });
  });

  test('response_schema output without a verdict: success elsewhere, never explicit; a gate gets RETRY', () => {
    expect(verdictFromText('{"assessment":"NOT CONVERGED"}', scope())).toMatchObject({ status: 'success', isExplicit: false });
    expect(verdictFromText('{"assessment":"NOT CONVERGED"}', gate)).toMatchObject({ status: 'retry', isExplicit: false });
  });

  test('plain prose: not explicit, and RETRY on a goal gate', () => {
    expect(verdictFromText('NOT CONVERGED', scope())).toMatchObject({ status: 'success', isExplicit: false });
    expect(verdictFromText('NOT CONVERGED', gate)).toMatchObject({ status: 'retry', isExplicit: false });
  });

  test.each([[scope()], [gate]])('empty response without a tool call: fail, not explicit', (given) => {
    expect(verdictFromText(' \n', given)).toMatchObject({ status: 'fail', isExplicit: false, failureReason: 'empty response' });
  });

  test('backends.md 2: blank text after a tool call: success, not explicit, but a fail on a goal gate', () => {
    expect(verdictFromText('', scope({ toolCalls: 1 }))).toMatchObject({ status: 'success', isExplicit: false });
    expect(verdictFromText('', scope({ toolCalls: 1, goalGate: true }))).toMatchObject({ status: 'fail', isExplicit: false });
  });
});

describe('backends.md 2: verdicts in text', () => {
  test('the last verdict wins, objects without one do not count', () => {
    const text = '{"status":"fail"} ... {"status":"success"} and {"data":1} {"status":"in progress"}';
    expect(verdictFromText(text, gate)).toMatchObject({ status: 'success', isExplicit: true });
  });

  test('a verdict that names two statuses is never a pass, in a text, a report and a status file', () => {
    const both = { status: 'success', outcome: 'fail' };
    for (const fields of [both, { status: 'FAIL', outcome: 'success' }]) {
      expect(verdictFromText(`{"status":"success"} ${JSON.stringify(fields)}`, gate)).toMatchObject({ status: 'fail', isExplicit: true });
      expect(verdictFromStatusFile(JSON.stringify(fields), 'judge')).toMatchObject({ status: 'fail', isExplicit: true });
    }
    expect(verdictFromReport(both, 'judge')).toBeUndefined();
    expect(verdictFromReport({ status: 'success', outcome: 'SUCCESS' }, 'judge')).toMatchObject({ status: 'success' });
  });

  test('on a goal gate a line STATUS: fail below the last verdict takes it back; above it, the verdict is the last word', () => {
    expect(verdictFromText('{"status":"success"}\n\nSTATUS: fail', gate)).toMatchObject({ status: 'fail', isExplicit: true });
    expect(verdictFromText('STATUS: fail\n\n{"status":"success"}', gate)).toMatchObject({ status: 'success', isExplicit: true });
    expect(verdictFromText('{"status":"success"}\n\nSTATUS: fail', scope())).toMatchObject({ status: 'success' });
  });

  test('a verdict inside another object is none', () => {
    expect(verdictFromText('{"result":{"status":"success"}}', gate)).toMatchObject({ status: 'retry' });
  });

  test('a word that an edge asks for is a label, not explicit', () => {
    expect(verdictFromText('{"status":"approved","notes":"n"}', scope())).toMatchObject({
      status: 'success',
      isExplicit: false,
      preferredLabel: 'approved',
      notes: 'n',
    });
    expect(verdictFromText('{"status":"rejected"}', gate)).toMatchObject({ status: 'retry' });
  });

  test.each(['STATUS: fail', '## STATUS: fail', '**STATUS:** fail', '**Status: FAIL**', 'prose\n  STATUS: fail\nmore'])(
    '%j counts on goal gates only',
    (text) => {
      expect(verdictFromText(text, gate)).toMatchObject({ status: 'fail', isExplicit: true });
      expect(verdictFromText(text, scope())).toMatchObject({ status: 'success', isExplicit: false });
    },
  );

  test.each(['STATUS: success', 'the STATUS: fail line', 'STATUS: failing', 'STATUS: failed tests are gone'])(
    '%j is prose on a goal gate',
    (text) => {
      expect(verdictFromText(text, gate)).toMatchObject({ status: 'retry', isExplicit: false });
    },
  );

  test('fields of the wrong type are ignored, suggested ids stay raw (§34)', () => {
    const text = '{"status":"success","preferred_label":7,"notes":{},"suggested_next_ids":[3,"b",null],"context_updates":[1]}';
    const outcome = verdictFromText(text, scope());
    expect(outcome).toMatchObject({ notes: '', suggestedNextIds: [3, 'b', null], contextUpdates: {} });
    expect(outcome).not.toHaveProperty('preferredLabel');
  });

  test('a model cannot halt or cancel the run by a failure class', () => {
    expect(verdictFromText('{"status":"fail","failure_class":"budget"}', scope())).toMatchObject({ failureClass: 'deterministic' });
    expect(verdictFromText('{"status":"fail","failure_class":"contract"}', scope())).toMatchObject({ failureClass: 'contract' });
  });

  test('skipped can be asserted', () => {
    expect(verdictFromText('{"status":"skipped","notes":"nothing to do"}', scope())).toMatchObject({
      status: 'skipped',
      isExplicit: true,
      failureReason: 'nothing to do',
    });
  });
});

describe('backends.md 2: reports and status files', () => {
  test('a report without a known status is none', () => {
    expect(verdictFromReport({ status: 'great' }, 'judge')).toBeUndefined();
    expect(verdictFromReport({}, 'judge')).toBeUndefined();
  });

  test('canonical appendix C: a status file', () => {
    const file = JSON.stringify({
      outcome: 'partial_success',
      preferred_label: 'more',
      suggested_next_ids: ['x'],
      context_updates: { a: [1] },
      notes: 'n',
    });
    expect(verdictFromStatusFile(file, 'judge')).toEqual({
      status: 'partial_success',
      isExplicit: true,
      preferredLabel: 'more',
      suggestedNextIds: ['x'],
      contextUpdates: { a: [1] },
      notes: 'n',
    });
    expect(verdictFromStatusFile('\uFEFF{"status":"FAIL"}', 'judge')).toMatchObject({ status: 'fail', isExplicit: true });
  });

  test.each([
    ['', 'status.json, written by the node, is not JSON: Unexpected end of JSON input'],
    ['[1]', 'status.json, written by the node, does not hold a JSON object'],
    [
      '{"outcome":"done"}',
      'status.json, written by the node, has the unknown status "done"; known are success, partial_success, retry, fail, skipped',
    ],
    ['{}', 'status.json, written by the node, has the unknown status null; known are success, partial_success, retry, fail, skipped'],
  ])('%j is an explicit fail', (content, reason) => {
    expect(verdictFromStatusFile(content, 'judge')).toMatchObject({ status: 'fail', isExplicit: true, failureReason: reason });
  });
});
