import type { AndOr, CommandNode, CompoundList, PipelineNode, Redirection, Statement } from 'unbash';
import { staticText } from '../../shell/static-text.ts';
import { type CodeLayer, codeLayers } from './layers.ts';
import { wordTexts } from './words.ts';

/**
 * True when a command ends with exit status 0 whatever it finds, as `make test && echo PASS || echo FAIL` does. False where that is not
 * sure: with `set -e`, an `exit` of its own, or a last command that can fail.
 */
export function alwaysSucceeds(command: string, shell: string): boolean {
  const layer = codeLayers(command, shell, () => false);
  if (layer === undefined || command.trim() === '') return false;
  for (const node of layer.nodes) {
    if (node.type === 'ParameterExpansion' && node.operation?.type === 'Default' && node.operation.operator.endsWith('?')) return false;
    if (node.type === 'Command' && mayEnd(wordTexts(node))) return false;
  }
  return list(layer.tree.commands, layer);
}

/** Commands that can end the whole script, or let its failures do so. */
function mayEnd([name, ...args]: readonly (string | undefined)[]): boolean {
  if (name === 'exit' || name === 'return') return args[0] !== '0';
  return ['set', 'exec', 'kill', 'trap', 'setopt', 'shopt', 'ulimit'].includes(name ?? '');
}

function list(statements: readonly Statement[], layer: CodeLayer): boolean {
  const last = statements.at(-1);
  if (last === undefined) return false;
  return last.background === true || succeeds(last.command, layer);
}

function succeeds(command: PipelineNode | AndOr, layer: CodeLayer): boolean {
  if (command.type === 'AndOr') {
    // `a && b || c`: c runs when anything before it failed; without `||` every part must succeed.
    const or = command.operators.lastIndexOf('||');
    return command.commands.slice(or + 1).every((part) => succeeds(part, layer));
  }
  if (command.type !== 'Pipeline') return simple(command, layer);
  const last = command.commands.at(-1);
  return last !== undefined && command.prefixes.every(({ type }) => type === 'Time') && simple(last, layer);
}

function simple(command: CommandNode, layer: CodeLayer): boolean {
  const body = (inner: CompoundList): boolean => list(inner.commands, layer);
  switch (command.type) {
    case 'Command': {
      const inner = layer.inner.get(command);
      if (inner !== undefined) return inner.shared && list(inner.tree.commands, inner);
      const name = staticText(command.name);
      if (name === 'exit') return true;
      return ['true', ':', 'echo', 'printf'].includes(name ?? '') && command.redirects.every(isSafe);
    }
    case 'Redirected':
      return command.redirects.every(isSafe) && simple(command.command, layer);
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
