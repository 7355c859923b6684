import type { Command, HereDocBody, Word } from 'unbash';
import { baseName } from './layers.ts';
import { wordTexts } from './words.ts';

/** Options behind which an interpreter takes code. */
const codeOptions: ReadonlyMap<RegExp, RegExp> = new Map([
  [/^(?:python|pypy)[0-9.]*$/, /^-[A-Za-z]*c$/],
  [/^(?:node|nodejs|bun|deno)$/, /^(?:-[A-Za-z]*[ep]|--eval|--print|eval)$/],
  [/^perl[0-9.]*$/, /^-[A-Za-z0-9]*[eE]$/],
  [/^ruby[0-9.]*$/, /^-[A-Za-z]*e$/],
  [/^php[0-9.]*$/, /^(?:-r|--run)$/],
  [/^(?:osascript|lua|Rscript)$/, /^-e$/],
]);

/** `ssh` options that take a value, so that the host behind them is found. */
const sshValueOptions = /^-[BbcDEeFIiJLlmOopQRSWw]$/;

/** Code in a command that another interpreter reads, or a shell on another machine. */
export function foreignCode(
  command: Command,
): { readonly words: readonly (Word | HereDocBody)[]; readonly interpreter: string } | undefined {
  const texts = wordTexts(command);
  const words = [command.name, ...command.args];
  for (const [index, text] of texts.entries()) {
    if (text === undefined) continue;
    const name = baseName(text);
    if (name === 'ssh') {
      const code = sshCode(words, texts, index + 1);
      return code.length === 0 ? undefined : { words: code, interpreter: name };
    }
    for (const [program, option] of codeOptions) {
      if (!program.test(name)) continue;
      const at = texts.findIndex((item, place) => place > index && item !== undefined && option.test(item));
      const word = at < 0 ? undefined : words[at + 1];
      if (word?.type === 'Word') return { words: [word], interpreter: name };
      const document = command.redirects.find((item) => item.type === 'HereDoc');
      // `python3 - <<EOF`: no file is named, the code comes from standard input.
      const reads = texts.slice(index + 1).every((item) => item !== undefined && (item === '-' || item.startsWith('-')));
      if (reads && document?.type === 'HereDoc' && document.delimiter?.quoted !== true)
        return { words: [document.body], interpreter: name };
    }
    // Behind `env X=1`, `timeout 5` and the like stands the program; behind anything else its operands.
    if (index > 6) return undefined;
  }
  return undefined;
}

function sshCode(
  words: readonly (Command['name'] | Command['args'][number])[],
  texts: readonly (string | undefined)[],
  from: number,
): Word[] {
  let at = from;
  while (texts[at]?.startsWith('-') === true) at += sshValueOptions.test(texts[at] ?? '') ? 2 : 1;
  return words.slice(at + 1).filter((word): word is Word => word?.type === 'Word');
}
