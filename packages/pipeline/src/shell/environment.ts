import { isProtectedVariable } from '../parameters/protected.ts';
import { valueText } from '../substitution/value-text.ts';
import type { CommandVariable } from './analysis.ts';

/** The variable as which `tool_env` exports a key: `a` is `A`, `b.c` is `B_C` (language.md 4). */
export function environmentName(key: string): string {
  const name = key.toUpperCase().replace(/[^A-Z0-9_]/g, '_');
  return /^[0-9]/.test(name) ? `_${name}` : name;
}

/** A value larger than this does not fit into one variable of a process on Linux (128 KB with its name). */
export const MAX_VALUE_BYTES = 102_400;
/** All values of a command together: a system's room for arguments and environment is 2 MB, and the command needs some. */
export const MAX_VALUES_BYTES = 1_048_576;

export type CommandEnvironment =
  | { readonly ok: true; readonly env: Readonly<Record<string, string>> }
  | { readonly ok: false; readonly problem: string; readonly tooLarge?: true };

/**
 * The variables to add to a command's environment (language.md 4), or why it must not run. A context value never replaces a variable that
 * `inherited` has, a parameter may, protected ones excepted. `problem` names the key; with `tooLarge` the caller adds where the values are.
 */
export function commandEnvironment(
  variables: readonly CommandVariable[],
  values: (key: string) => unknown,
  inherited: Readonly<Record<string, string | undefined>>,
  parameters: ReadonlySet<string>,
): CommandEnvironment {
  const env = new Map<string, string>();
  let total = 0;
  for (const variable of variables) {
    const { name, key } = variable;
    // The name is ours: always set, whatever the environment holds.
    const generated = name !== key && variable.exported !== true;
    if (
      !generated &&
      (isProtectedVariable(name) || (Object.hasOwn(inherited, name) && inherited[name] !== undefined && !parameters.has(key)))
    )
      continue;
    const value = values(key);
    if (value === undefined && !generated) continue;
    const text = valueText(value);
    const problem = valueProblem(variable, text);
    if (problem !== undefined && variable.assigned && !generated) continue;
    if (problem !== undefined) return { ok: false, problem };
    const bytes = Buffer.byteLength(text);
    total += bytes;
    if (bytes > MAX_VALUE_BYTES) {
      return { ok: false, tooLarge: true, problem: `the value of \`${key}\` has ${bytes} bytes; a variable can hold ${MAX_VALUE_BYTES}` };
    }
    if (total > MAX_VALUES_BYTES) {
      const limit = `a command can get ${MAX_VALUES_BYTES} in sum`;
      return { ok: false, tooLarge: true, problem: `with \`${key}\` (${bytes} bytes) the values have ${total} bytes; ${limit}` };
    }
    env.set(name, text);
  }
  return { ok: true, env: Object.fromEntries(env) };
}

/** No leading zero (a shell would read octal) and at most 18 digits (more do not fit into 64 bits). */
const WHOLE_NUMBER = /^\s*[+-]?(?:0|[1-9][0-9]{0,17})\s*$/;
const IDENTIFIER = /^[A-Za-z_][A-Za-z0-9_]*$/;

function valueProblem({ key, numeric, identifier, emptyAllowed }: CommandVariable, text: string): string | undefined {
  if (text.includes('\0'))
    return `the value of \`${key}\` holds a NUL byte, which no environment variable can; remove it, or read the value from a file`;
  if (numeric && !WHOLE_NUMBER.test(text) && !(emptyAllowed && text === '')) {
    return `\`${key}\` is used in arithmetic and must be a whole decimal number; its value is ${excerpt(text)}`;
  }
  if (identifier && !IDENTIFIER.test(text)) return `\`${key}\` is used as the name of a variable; its value is ${excerpt(text)}`;
  return undefined;
}

function excerpt(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}...` : text);
}
