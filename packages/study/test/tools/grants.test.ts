import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import {
  type AgentSpec,
  type FeatureName,
  featureNames,
  grantTable,
  type StudySettings,
  type StudyTool,
  team,
  toolsOf,
} from '../../src/index.ts';
import { agent, callerOf, tool, wrapper } from '../session/support.ts';

const folder = mkdtempSync(join(tmpdir(), 'attractor-grants-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function settings(off: readonly FeatureName[] = [], more: Partial<StudySettings> = {}): StudySettings {
  const arms = Object.fromEntries(featureNames.map((name) => [name, !off.includes(name)])) as StudySettings['arms'];
  return { arms, requiredDeliverables: [], deliverable: 'pipeline.mjs', ...more } as StudySettings;
}

/** Everything that is built in this version. */
const built: readonly StudyTool[] = Object.keys(grantTable)
  .filter((name) => !/^(?:Hypothesis|Milestone|Parallel|Debate|Retry|AskForFeedback)/.test(name))
  .map((name) => tool(name, (_input, { node }) => `${name} of ${node}`));

function tools(agents: readonly AgentSpec[], edges: readonly (readonly [string, string])[] = [], given = settings()) {
  const diagnostics: [string, string][] = [];
  const made = toolsOf({
    team: team(
      agents[0]?.name ?? '',
      new Map(agents.map((one) => [one.name, one])),
      edges.map(([source, target]) => ({ source, target, preamble: '' })),
    ),
    settings: given,
    tools: built,
    wrapper: wrapper().parts,
    recorder: { diagnostic: (type, node) => void diagnostics.push([type, node]) },
  });
  const names = (node: string): string[] => [...made.of({ node }).keys()];
  return { made, names, diagnostics };
}

const hub = agent('hub', { role: 'strategizer', tools: ['Done', 'WriteNote', 'QueryStore', 'HypothesisList', 'Delegate', 'Nonsense'] });
const worker = agent('worker', { tools: ['Bash', 'Write', 'QueryStore'] });
const free = ['ConsultLiterature', 'RecallHistory', 'ReportEvals'];

describe('AG-07 to AG-35: who gets which tool', () => {
  test('AG-07, AG-10, AG-12: tools default to none but the free ones; an edge makes the topology tools appear, no edge makes them vanish', () => {
    const bare = agent('bare');
    expect(tools([hub, bare]).names('bare')).toEqual(['SendMessage', ...free]);
    expect(tools([hub, bare], [['bare', 'hub']]).names('bare')).toEqual(['Delegate', 'Wait', 'SendMessage', ...free]);
    expect(tools([hub, worker], [['hub', 'worker']]).names('worker')).toEqual(['Bash', 'Write', 'SendMessage', 'QueryStore', ...free]);
    // OP-06: only the entry asks.
    expect(tools([hub, worker]).names('hub')).toEqual(['SendMessage', 'Ask', 'Done', 'WriteNote', 'QueryStore', ...free]);
  });

  test('AG-10: declaring a topology tool has no effect', () => {
    const { names, made } = tools([hub, agent('leaf', { tools: ['Delegate', 'Ask'] })]);
    expect(names('leaf')).toEqual(['SendMessage', ...free]);
    expect(made.report.get('leaf')?.withheld).toEqual({ Delegate: 'it may delegate to nobody', Ask: 'it is not the entry' });
  });

  test('AG-13: only the literature reviewer adds to the literature', () => {
    const adder = (role: string) => agent('x', { role, tools: ['CorpusAdd'] });
    expect(tools([hub, adder('literature_reviewer')]).names('x')).toContain('CorpusAdd');
    expect(tools([hub, adder('worker')]).names('x')).not.toContain('CorpusAdd');
  });

  test('AG-16: a read-only store tool is the same on whatever node declares it', async () => {
    const { made } = tools([hub, worker]);
    const at = async (node: string) => await made.of({ node }).get('QueryStore')?.run({}, callerOf(node));
    expect([await at('hub'), await at('worker')]).toEqual(['QueryStore of hub', 'QueryStore of worker']);
    expect(made.of({ node: 'hub' }).get('QueryStore')).toBe(made.of({ node: 'worker' }).get('QueryStore'));
  });

  test('AG-20, AG-35: the config’s list is the whole set of declared and free tools; the graph’s tools come after the cut', () => {
    const cut = agent('hub', { tools: ['Bash', 'Done'], onlyTools: ['Read', 'RecallHistory', 'Parallel'] });
    const { names, made } = tools([cut, worker], [['hub', 'worker']]);
    expect(names('hub')).toEqual(['Read', 'Delegate', 'Wait', 'SendMessage', 'Ask', 'RecallHistory']);
    expect(made.report.get('hub')).toMatchObject({
      source: 'config',
      removed: ['ConsultLiterature', 'ReportEvals'],
      withheld: { Parallel: 'not built in this version' },
    });
    // No list adds what the graph does not grant.
    expect(tools([agent('hub', { onlyTools: ['Delegate', 'Wait'] })]).names('hub')).toEqual(['SendMessage', 'Ask']);
  });

  test.each([
    ['peer_interaction', 'SendMessage'],
    ['pipeline_deliverable', 'RunDeliverable'],
    ['pipeline_deliverable', 'WriteDeliverable'],
  ] as [FeatureName, string][])('AG-26: with %s off %s is withheld, not left failing', (feature, name) => {
    const all = agent('hub', { tools: ['RunDeliverable', 'WriteDeliverable'] });
    expect(tools([all]).names('hub')).toContain(name);
    expect(tools([all], [], settings([feature])).names('hub')).not.toContain(name);
    // RG-18: what a close requires can be written.
    if (name === 'WriteDeliverable')
      expect(tools([all], [], settings([feature], { requiredDeliverables: ['report.md'] })).names('hub')).toContain(name);
  });

  test('AG-32: `Default` is the whole native set and leaves a trace; it is never implied', () => {
    const { names, diagnostics } = tools([hub, agent('all', { tools: ['Default'] })]);
    expect(names('all').slice(0, 6)).toEqual(['Bash', 'Read', 'Write', 'Edit', 'Glob', 'Grep']);
    expect(diagnostics).toEqual([['DEFAULT_TOOLS_BYPASS', 'all']]);
  });

  test('AG-31: node_tools.json says what was declared, given and withheld; an unwritable folder changes nothing', () => {
    const { made } = tools([hub, worker], [['hub', 'worker']]);
    made.write(join(folder, 'debug'));
    const written = JSON.parse(readFileSync(join(folder, 'debug', 'node_tools.json'), 'utf8')) as object;
    expect(written).toMatchObject({
      hub: {
        source: 'class',
        declared: hub.tools,
        resolved: ['Done', 'WriteNote', 'QueryStore', 'HypothesisList', 'Delegate'],
        added: ['Wait', 'SendMessage', 'Ask', ...free],
        removed: [],
        withheld: { HypothesisList: 'not built in this version', Nonsense: 'there is no such tool' },
        effective: ['Delegate', 'Wait', 'SendMessage', 'Ask', 'Done', 'WriteNote', 'QueryStore', ...free],
      },
      worker: { effective: ['Bash', 'Write', 'SendMessage', 'QueryStore', ...free] },
    });
    writeFileSync(join(folder, 'file'), '');
    expect(() => made.write(join(folder, 'file', 'debug'))).not.toThrow();
  });
});
