import { forEachShellNode, parseShell, type SyntaxNode } from '@attractor/pipeline';
import type { Painter } from './painter.ts';

/** Commands longer than this are coloured as plain text. */
const MAX_LENGTH = 100_000;

const GAP =
  /\|\|?|&&?|;;?|[<>]+&?|[(){}]|\b(?:if|then|elif|else|fi|for|in|do|done|while|until|case|esac|select|function|time|coproc)\b|(?<=^|\s)!(?=\s)/g;

/** Colours a shell text by its syntax tree: commands, options, variables, keywords, operators. */
export function paintShell(text: string, on: Painter): void {
  if (text.length > MAX_LENGTH) return;
  for (const match of text.matchAll(GAP)) {
    on.paint(match.index, match.index + match[0].length, /\w/.test(match[0]) ? 'keyword' : 'operator');
  }
  for (const match of text.matchAll(/(?:^|\s)#[^\n]*/g)) on.paint(match.index, match.index + match[0].length, 'comment');
  const pending: SyntaxNode[] = [parseShell(text).tree];
  // Outer parts are painted before what they hold.
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    paintNode(node, text, on);
    const children: SyntaxNode[] = [];
    // Backticks with escapes hold a text of their own, whose positions are not of this one.
    if (!(node.type === 'Script' && node.source !== undefined && node.source !== text))
      forEachShellNode(node, (child) => void children.push(child));
    for (let i = children.length - 1; i >= 0; i--) pending.push(children[i] as SyntaxNode);
  }
}

function paintNode(node: SyntaxNode, text: string, on: Painter): void {
  switch (node.type) {
    case 'Command':
      for (const item of node.suffix) {
        if (item.type === 'Word') on.paint(item.pos, item.end, text[item.pos] === '-' ? 'parameter' : 'string');
      }
      if (node.name !== undefined) on.paint(node.name.pos, node.name.end, 'function');
      return;
    case 'Assignment':
      on.paint(node.pos, node.end, 'string');
      on.paint(node.pos, node.pos + node.name.length, 'variable');
      return;
    case 'SingleQuoted':
    case 'DoubleQuoted':
    case 'AnsiCQuoted':
    case 'LocaleString':
    case 'HereDocBody':
      on.paint(node.pos, node.end, 'string');
      return;
    case 'SimpleExpansion':
    case 'ParameterExpansion':
      on.paint(node.pos, node.end, 'variable');
      return;
    case 'CommandExpansion':
    case 'ProcessSubstitution':
      on.paint(node.pos, node.end, 'string');
      on.paint(node.pos, node.pos + 2, 'operator');
      on.paint(node.end - 1, node.end, 'operator');
      return;
    default:
      return;
  }
}
