import path from 'node:path';
import type { Diagnostic } from '../diagnostic.ts';
import type { FileAccess } from '../files/file-access.ts';
import { resolvePath } from '../files/resolve-path.ts';
import type { Json } from '../json.ts';
import type { Attribute, Graph, Node } from '../model.ts';
import { attributeTable, canonicalName, findAttribute } from '../registry/lookup.ts';
import { quote, readValue } from '../registry/read-value.ts';
import { graphValue } from '../registry/value.ts';
import { valueRange, withRange } from '../source-range.ts';
import { isAgent } from '../topology/delegates.ts';
import { nearest } from '../validation/distance.ts';
import { rulePage } from '../validation/rule.ts';
import type { YamlEntry } from '../yaml-map.ts';
import { type FrontMatter, readFrontMatter } from './front-matter.ts';
import { withNodes } from './prompt-files.ts';

type Report = (diagnostic: Diagnostic) => void;

/**
 * Puts the front matter of agent files into the attributes of their nodes, where these say nothing themselves, and the text below it into
 * `prompt` (study.md AG-01, AG-03). What the files say is part of the graph from here on, and so of its digest (study-rulings.md C7).
 */
export function readAgentFiles(graph: Graph, files: FileAccess, workingDirectory: string, report: Report): Graph {
  if (!graphValue(graph, 'study')) return graph;
  const read = new Map<string, FrontMatter>();
  const changed = new Map<string, Node>();
  for (const node of graph.nodes.values()) {
    const attribute = node.attributes.get('agent');
    if (!isAgent(node) || attribute === undefined || attribute.text.trim() === '') continue;
    const file = agentFile(graph, attribute.text.trim(), workingDirectory);
    const tell = (message: string, severity: 'error' | 'warning' = 'error'): void =>
      report({ rule: 'agent_file', severity, message, ...withRange(valueRange(attribute)), node: node.id, page: rulePage('agent_file') });
    let matter = read.get(file);
    if (matter === undefined) {
      const text = files.readText(file);
      if (text === undefined) {
        tell(`the agent file of \`${node.id}\` is ${file}, which cannot be read; paths of \`agent\` begin in \`agents_dir\``);
        continue;
      }
      matter = readFrontMatter(text);
      read.set(file, matter);
      for (const { line, message } of matter.problems) tell(`${file}:${line}: ${message}`);
    }
    changed.set(
      node.id,
      withMatter(node, matter, (line, message, severity) => tell(`${file}:${line}: ${message}`, severity)),
    );
  }
  return withNodes(graph, changed);
}

/** Absolute path of an agent file: from the graph's `agents_dir`. */
export function agentFile(graph: Graph, written: string, workingDirectory: string): string {
  if (path.isAbsolute(written)) return path.normalize(written);
  return resolvePath(graph, path.join(graphValue(graph, 'agents_dir'), written), workingDirectory);
}

type Tell = (line: number, message: string, severity?: 'error' | 'warning') => void;

function withMatter(node: Node, { entries, body }: FrontMatter, tell: Tell): Node {
  const added = new Map<string, Attribute>();
  const add = (name: string, text: string): void => {
    if (!node.attributes.has(name)) added.set(name, { name, text, origin: 'transform' });
  };
  for (const entry of entries) {
    const name = attributeOf(entry.key);
    if (name === undefined) {
      const guess = nearest(entry.key, frontMatterKeys);
      tell(
        entry.line,
        `\`${entry.key}\` means nothing here; ${guess === undefined ? `keys are ${frontMatterKeys.join(', ')}` : `did you mean \`${guess}\`?`}`,
        'warning',
      );
    } else if (entry.value !== null) {
      const text = textOf(name, entry, tell);
      if (text !== undefined) add(name, text);
    }
  }
  if (body !== '') add('prompt', body);
  return added.size === 0 ? node : { ...node, attributes: new Map([...node.attributes, ...added]) };
}

/** Names that the front matter may use beside those of the attributes. */
const shortNames: Readonly<Record<string, string>> = { model: 'llm_model', provider: 'llm_provider' };

const alsoOfAgents = ['description', 'llm_model', 'llm_provider', 'reasoning_effort', 'backend', 'max_turns', 'mcp_servers'];

/** What the front matter of an agent file may say: what agents alone read, and what they read as other model nodes do. */
const attributeNames = [
  ...Object.entries(attributeTable('node')).flatMap(([name, { readBy }]) =>
    (readBy.length === 1 && readBy[0] === 'agent' && name !== 'agent') || name === 'agent_class' ? [name] : [],
  ),
  ...alsoOfAgents,
];

/** Keys of an agent file's front matter. */
export const frontMatterKeys: readonly string[] = [...attributeNames, ...Object.keys(shortNames)];

function attributeOf(key: string): string | undefined {
  const name = Object.hasOwn(shortNames, key) ? shortNames[key] : canonicalName('node', key);
  return name !== undefined && attributeNames.includes(name) ? name : undefined;
}

function textOf(name: string, { key, value, line }: YamlEntry, tell: Tell): string | undefined {
  const definition = findAttribute('node', name)?.definition;
  if (definition === undefined) return undefined;
  const text = definition.type === 'json' ? JSON.stringify(value) : plainText(value, definition.type === 'list');
  if (text === undefined) {
    tell(
      line,
      `\`${key}\` is ${quote(JSON.stringify(value))}, expected ${definition.type === 'list' ? 'a list of texts without commas' : 'one value'}`,
    );
    return undefined;
  }
  const result = text === '' ? { ok: true as const } : readValue(definition, text);
  if (result.ok) return text;
  tell(line, `\`${key}\` ${result.problem}`);
  return undefined;
}

function plainText(value: Json, isList: boolean): string | undefined {
  if (typeof value !== 'object' || value === null) return String(value);
  if (!isList || !Array.isArray(value)) return undefined;
  const items = value.map((item) => (typeof item === 'object' ? undefined : String(item)));
  return items.some((item) => item === undefined || item.includes(',')) ? undefined : items.join(',');
}
