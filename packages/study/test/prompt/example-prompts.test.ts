import { fileURLToPath } from 'node:url';
import { SourceFile } from '@attractor/dot';
import { declarableTools, nodeFiles, prepare, topologyTools } from '@attractor/pipeline';
import { type Arms, featureNames, gatedText, resolveConfig, teamOf } from '@attractor/study';
import { describe, expect, test } from 'vitest';

const folder = fileURLToPath(new URL('../../../../examples/study/default/', import.meta.url));
const file = `${folder}study.dot`;
const { graph, diagnostics } = prepare(new SourceFile(file, nodeFiles.readText(file) ?? ''), {
  file,
  files: nodeFiles,
  workingDirectory: folder,
});
const team = teamOf(graph);
const everyTool = new Set<string>([...declarableTools, ...Object.keys(topologyTools)]);
const all = Object.fromEntries(featureNames.map((name) => [name, true])) as Arms;

describe('the shipped team', () => {
  test('GM-24: its rights, and no finding', () => {
    expect(diagnostics.filter(({ severity }) => severity !== 'info')).toEqual([]);
    expect(team.edges.map(({ source, target }) => `${source} -> ${target}`)).toEqual([
      'strategizer -> implementer',
      'strategizer -> datagenerator',
      'strategizer -> literature_reviewer',
      'strategizer -> critic',
      'implementer -> literature_reviewer',
      'datagenerator -> literature_reviewer',
    ]);
    expect(resolveConfig({ graph, folder })).toMatchObject({ ok: true, warnings: [] });
  });

  test('AG-28: report contracts of the roles', () => {
    expect(team.agents.get('critic')?.reportSections).toEqual(['### Findings', '### Verdict', '### Numbers']);
    expect(team.agents.get('literature_reviewer')?.reportSections).toEqual([
      '### Papers reviewed',
      '### Key findings',
      '### Conclusions',
      '### Numbers',
    ]);
    expect(team.agents.get('implementer')?.reportSections).toEqual(['### Actions taken', '### Conclusions', '### Numbers']);
  });

  test.each([...team.agents.values()].map((agent) => [agent.name, agent] as const))(
    'GM-23: the prompt of %s is gated soundly and names only tools that exist',
    (_, agent) => {
      const { text, problems } = gatedText(agent.prompt, { arms: all, nodes: team.agents, tools: everyTool });
      expect(problems).toEqual([]);
      expect(text).not.toContain('<!--');
      const lines = agent.prompt.split('\n').length;
      expect(lines).toBeGreaterThanOrEqual(40);
      expect(lines).toBeLessThanOrEqual(110);
      const named = [...text.matchAll(/`([A-Z][a-z]+(?:[A-Z][a-z]+)*)(?:\([^`]*\))?`/g)].map(([, word]) => word ?? '');
      expect(named.filter((word) => !everyTool.has(word))).toEqual([]);
    },
  );

  test.each([...team.agents.values()].map((agent) => [agent.name, agent] as const))(
    'RS-20: %s reads of no tool that it does not hold',
    (_, agent) => {
      const hasTargets = team.outgoing(agent.name).length > 0;
      const granted = [
        'SendMessage',
        'ReportEvals',
        'RecallHistory',
        'ConsultLiterature',
        ...(hasTargets ? ['Delegate', 'Wait', 'Parallel'] : []),
      ];
      const without = new Set([...agent.tools, ...granted].filter((tool) => !tool.startsWith('Hypothesis')));
      const arms = { ...all, hypothesis_ledger: false, verdict_validator: false, milestones_enabled: false };
      const { text } = gatedText(agent.prompt, { arms, nodes: team.agents, tools: without });
      const named = [...text.matchAll(/`([A-Z][a-z]+(?:[A-Z][a-z]+)*)(?:\([^`]*\))?`/g)].map(([, word]) => word ?? '');
      expect(named.filter((word) => everyTool.has(word) && !without.has(word))).toEqual([]);
    },
  );
});
