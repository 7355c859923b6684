import type { Flag, Positional } from '../command.ts';

/** What the commands on a study's files have in common (study-rulings.md C8). */
export const studyPositional: Positional = {
  name: 'STUDY',
  describe: 'the study folder, or its .dot file',
  required: true,
  completes: 'file',
};

export const graphFlag: Flag = {
  kind: 'text',
  value: 'FILE',
  fallback: 'study.dot, else the only study of the folder',
  describe: 'The graph, when STUDY is a folder',
  completes: 'file',
};

export const setFlag: Flag = {
  kind: 'text',
  value: 'K=V',
  fallback: 'none',
  repeatable: true,
  describe: 'Set a word of the configuration over study.yaml and the graph, e.g. budget=2h, features.science_monitor=false; repeatable',
};
