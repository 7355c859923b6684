import type { Io } from '../../terminal/io.ts';
import type { Report } from '../checked-file.ts';
import { printGithub } from './github.ts';
import { printJson } from './json.ts';
import { printText } from './text.ts';

/** The formats of `validate` and `lint` (language.md 8). A new one is one file and one line here, and its name in `formatNames`. */
export const formats: Readonly<Record<string, (report: Report, io: Io) => void | Promise<void>>> = {
  text: printText,
  json: printJson,
  github: printGithub,
  sarif: async (report, io) => (await import('./sarif.ts')).printSarif(report, io),
};
