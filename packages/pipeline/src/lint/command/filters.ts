import type { Pipeline } from 'unbash';
import { hasOption, programOf } from './words.ts';

/** Programs that pass on what they read: they succeed whatever came before them. */
const filters: ReadonlySet<string> = new Set(
  (
    'tail head tee cat sort uniq wc tr cut nl fold fmt column rev expand paste less more pr ts strings iconv base64 xxd od hexdump tac ' +
    'sed gsed perl pv dos2unix ansifilter ansi2txt bat indent json_pp'
  ).split(' '),
);

/** Programs whose failure nobody waits for. */
const silent: ReadonlySet<string> = new Set('echo printf cat true : yes seq date pwd env printenv sleep'.split(' '));

/** Programs that list or look up: their failure matters only where the node is a gate. */
const listing: ReadonlySet<string> = new Set(
  (
    'ls find grep egrep fgrep rg jq yq awk gawk sed head tail sort uniq wc cut tr basename dirname stat du df ps git gh curl wget tee comm ' +
    'sha256sum md5sum uname id hostname xargs'
  ).split(' '),
);

/** True when the last command of a pipeline says nothing about those before it. */
export function endsInFilter(pipeline: Pipeline): boolean {
  const last = pipeline.commands.at(-1);
  const program = last === undefined ? undefined : programOf(last);
  if (program === undefined) return false;
  const { name, args } = program;
  switch (name) {
    case 'grep':
    case 'egrep':
    case 'fgrep':
    case 'rg':
      // A match is a verdict; what is left when lines are taken out is not.
      return hasOption(args, 'v', 'invert-match') && !hasOption(args, 'q', 'quiet', 'silent');
    case 'jq':
    case 'yq':
      return !hasOption(args, 'e', 'exit-status');
    case 'awk':
    case 'gawk':
      return args.every((text) => text !== undefined && !/\bexit\b/.test(text));
    case 'perl':
      return hasOption(args, 'pn') && args.every((text) => text !== undefined && !/\b(?:exit|die)\b/.test(text));
    case 'sed':
    case 'gsed':
      return args.every((text) => text === undefined || !/(?:^|[;{}\d/$])\s*[qQ]\s*\d/.test(text));
    default:
      return filters.has(name);
  }
}

/** True when the failure of something before the last command would matter. `isGate`: other nodes are routed by this command's exit status. */
export function hidesFailure(pipeline: Pipeline, isGate: boolean): boolean {
  return pipeline.commands.slice(0, -1).some((command) => {
    const program = programOf(command);
    if (program === undefined) return true;
    return !silent.has(program.name) && (isGate || !listing.has(program.name));
  });
}
