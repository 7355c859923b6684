import { valueRange, withRange } from '../../source-range.ts';
import { chainText, findCycle, staticChildren } from '../child-files.ts';
import type { Rule } from '../rule.ts';

/** Child pipelines do not contain themselves (language.md 7, engine.md 11). */
export const dotFileCycle: Rule = {
  id: 'dot_file_cycle',
  severity: 'error',
  *check({ graph, files, workingDirectory }) {
    if (files === undefined) return;
    const cycles = new Map<string, string[] | undefined>();
    for (const { node, attribute, path } of staticChildren(graph, workingDirectory)) {
      if (!cycles.has(path)) cycles.set(path, findCycle(graph.file ?? '', path, files, workingDirectory));
      const cycle = cycles.get(path);
      if (cycle === undefined) continue;
      const message = `\`${node.id}\` begins a chain of pipelines that never ends: ${chainText(cycle)}`;
      yield { message, ...withRange(valueRange(attribute)), node: node.id };
    }
  },
};
