import { valueRange, withRange } from '../../source-range.ts';
import { staticChildren } from '../child-files.ts';
import type { Rule } from '../rule.ts';

/** The files of child pipelines exist, where their path is known before the run (language.md 7, engine.md 11). */
export const dotFileMissing: Rule = {
  id: 'dot_file_missing',
  severity: 'error',
  *check({ graph, files, workingDirectory }) {
    if (files === undefined) return;
    for (const { node, attribute, path } of staticChildren(graph, workingDirectory)) {
      if (files.exists(path)) continue;
      yield {
        message: `\`${attribute.name}\` of \`${node.id}\` names ${path}, which is no file`,
        ...withRange(valueRange(attribute)),
        node: node.id,
      };
    }
  },
};
