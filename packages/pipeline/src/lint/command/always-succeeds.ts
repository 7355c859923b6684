import type { AndOr, CommandNode, CompoundList, PipelineNode, Redirection, Statement } from 'unbash';
import { staticText } from '../../shell/static-text.ts';
import { baseName, type CodeLayer, codeLayers } from './layers.ts';
import { wordTexts } from './words.ts';

/**
 * True when a command ends with exit status 0 whatever it finds, as `make test && echo PASS || echo FAIL` does. False where that is not
 * sure: with an `exit` of its own, a `set -e` that something may trip, or a last command that can fail.
 */
export function alwaysSucceeds(command: string, shell: string): boolean {
  const layer = codeLayers(command, shell, () => false);
  return layer !== undefined && layerSucceeds(layer);
}

/** `alwaysSucceeds` of code that has been read already. */
export function layerSucceeds(layer: CodeLayer): boolean {
  let strict = layer.options.some((text) => /^-[a-z]*e/.test(text) || text === 'errexit');
  let nounset = layer.options.some((text) => /^-[a-z]*u/.test(text) || text === 'nounset');
  let expands = false;
  for (const node of layer.nodes) {
    if (node.type === 'ParameterExpansion' && node.operation?.type === 'Default' && node.operation.operator.endsWith('?')) return false;
    if (node.type === 'ParameterExpansion' || node.type === 'SimpleExpansion' || node.type === 'ArithmeticExpansion') expands = true;
    if (node.type !== 'Command') continue;
    const [name, ...args] = wordTexts(node);
    if (mayEnd(name, args)) return false;
    if (name !== 'set') continue;
    if (!args.every((text) => text !== undefined && /^(?:[-+][euxvo]+|pipefail|errexit|nounset|xtrace|verbose)$/.test(text))) return false;
    strict ||= args.some((text) => /^-[a-z]*e/.test(text ?? '') || text === 'errexit');
    nounset ||= args.some((text) => /^-[a-z]*u/.test(text ?? '') || text === 'nounset');
  }
  if (nounset && expands) return false;
  return list(layer.tree.commands, { layer, strict });
}

/** Commands that can end the whole script, or let its failures do so. */
function mayEnd(name: string | undefined, args: readonly (string | undefined)[]): boolean {
  if (name === 'exit' || name === 'return') return args[0] !== '0';
  return ['exec', 'kill', 'trap', 'setopt', 'shopt', 'ulimit', '.', 'source'].includes(name ?? '');
}

interface Scope {
  readonly layer: CodeLayer;
  /** `set -e`: what fails anywhere ends it all. */
  readonly strict: boolean;
}

function list(statements: readonly Statement[], scope: Scope): boolean {
  const last = statements.at(-1);
  if (last === undefined) return false;
  const ends = (item: Statement): boolean => item.background === true || succeeds(item.command, scope);
  if (!ends(last) && !showsWritten(statements)) return false;
  return !scope.strict || statements.every(ends);
}

/** `make test > log 2>&1; tail log`: the last command shows a file that is there. */
function showsWritten(statements: readonly Statement[]): boolean {
  const last = statements.at(-1)?.command;
  if (last?.type !== 'Command') return false;
  const [name, ...args] = wordTexts(last);
  if (!['tail', 'head', 'cat', 'wc', 'sort'].includes(name ?? '') || args.length === 0 || last.redirects.length > 0) return false;
  const written = new Set(statements.slice(0, -1).flatMap(({ command }) => outputFiles(command)));
  const shown = args.filter((text) => text === undefined || !/^(?:-.*|\d+)$/.test(text));
  return shown.length > 0 && shown.every((text) => text !== undefined && written.has(text));
}

function outputFiles(command: PipelineNode | AndOr): readonly string[] {
  if (command.type !== 'Command' && command.type !== 'Redirected') return [];
  return command.redirects.flatMap((item) => {
    const target = item.type === 'Redirect' && ['>', '>>', '>|', '&>', '&>>'].includes(item.operator) ? staticText(item.target) : undefined;
    return target === undefined ? [] : [target];
  });
}

function succeeds(command: PipelineNode | AndOr, scope: Scope): boolean {
  if (command.type === 'AndOr') {
    // `a && b || c`: c runs when anything before it failed; without `||` every part must succeed.
    const or = command.operators.lastIndexOf('||');
    return command.commands.slice(or + 1).every((part) => succeeds(part, scope));
  }
  if (command.type !== 'Pipeline') return simple(command, scope);
  const last = command.commands.at(-1);
  return last !== undefined && command.prefixes.every(({ type }) => type === 'Time') && simple(last, scope);
}

function simple(command: CommandNode, scope: Scope): boolean {
  const body = (inner: CompoundList): boolean => list(inner.commands, scope);
  switch (command.type) {
    case 'Command': {
      const inner = scope.layer.inner.get(command);
      const name = staticText(command.name);
      // Behind `timeout`, `ssh` and the like stands more than the code itself.
      if (inner !== undefined)
        return (inner.shared || baseName(name ?? '') === inner.shell) && command.redirects.every(isSafe) && layerSucceeds(inner);
      if (name === 'exit') return true;
      return ['true', ':', 'echo', 'printf', 'set'].includes(name ?? '') && command.redirects.every(isSafe);
    }
    case 'Redirected':
      return command.redirects.every(isSafe) && simple(command.command, scope);
    case 'Subshell':
    case 'BraceGroup':
      return body(command.body);
    case 'If':
      return [command.then, ...command.elif.map((item) => item.then), ...(command.else === undefined ? [] : [command.else])].every(body);
    case 'Case':
      return command.items.every((item) => item.body.commands.length === 0 || body(item.body));
    case 'For':
    case 'While':
      return body(command.body);
    default:
      return false;
  }
}

/** Writing to a file can fail; to another descriptor or to /dev/null it does not. */
function isSafe(item: Redirection): boolean {
  if (item.type !== 'Redirect') return true;
  const target = staticText(item.target);
  return target !== undefined && (item.operator === '>&' || target === '/dev/null' || target === '/dev/stderr' || target === '/dev/stdout');
}
