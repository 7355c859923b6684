import type { Command } from '../command.ts';

export const answerCommand: Command = {
  positionals: [
    { name: 'RUN', describe: 'run directory, run id, unique beginning of one, or latest', required: true, completes: 'run' },
    { name: 'QUESTION', describe: 'id of an open question, its unique beginning, or its node', required: false },
    { name: 'ANSWER', describe: 'key, label or target of a choice; the text for a freeform question', required: false },
  ],
  flags: {
    text: { kind: 'text', value: 'TEXT', fallback: 'none', describe: 'A text beside the choice, or the answer to a freeform question' },
    file: {
      kind: 'text',
      value: 'PATH',
      fallback: 'none',
      repeatable: true,
      describe: 'A file to go with the answer, copied into the run directory; repeatable',
      completes: 'file',
    },
    json: { kind: 'switch', describe: 'Print one JSON object' },
  },
  examples: [
    ['attractor answer latest', 'Show what is open in the newest run'],
    ['attractor answer latest review approve', 'Answer with a label'],
    ['attractor answer latest review R --text "tests are missing" --file notes.md', 'With a text and a file'],
  ],
  notes: [
    'A live run goes on at once; a parked one with `attractor resume`. A question takes one answer.',
    'The answer is kept in RUN/questions/QUESTION/answer.json, files beside it. Secrets of the environment are masked at once; values of secret parameters are not known here, and are masked when the run takes the answer.',
    'Exit codes: 0 recorded, or nothing asked of an answer; 1 too late (answered already, or the run is over); 2 anything wrong with the call.',
  ],
  run: async (args, io) => (await import('../questions/answer.ts')).answerQuestion(args, io),
};
