import path from 'node:path';
import { parse, SourceFile } from '@attractor/dot';
import { buildGraph } from '../build/build-graph.ts';
import type { FileAccess } from '../files/file-access.ts';
import { resolvePath } from '../files/resolve-path.ts';
import type { Attribute, Graph, Node } from '../model.ts';
import { descriptorOf } from '../node-type/registry.ts';
import { isDynamic } from '../transform/early-substitution.ts';

/** A child pipeline whose path is known before the run. */
export interface StaticChild {
  readonly node: Node;
  readonly attribute: Attribute;
  /** Absolute. */
  readonly path: string;
}

/** The child files that nodes name, without those whose path is made in the run (engine.md 11). */
export function staticChildren(graph: Graph, workingDirectory: string): StaticChild[] {
  const children: StaticChild[] = [];
  for (const node of graph.nodes.values()) {
    const name = descriptorOf(node.type).childFile;
    if (name === undefined) continue;
    const attribute = node.attributes.get(name) ?? (name === 'dot_file' ? undefined : graph.attributes.get(name));
    const written = attribute?.text.trim() ?? '';
    if (attribute === undefined || written === '' || isDynamic(written)) continue;
    children.push({ node, attribute, path: resolvePath(graph, written, workingDirectory) });
  }
  return children;
}

/** A chain of child files that comes back to one of its own, beginning and ending with it; undefined when none does from here. */
export function findCycle(first: string, start: string, files: FileAccess, workingDirectory: string): string[] | undefined {
  const children = new Map<string, readonly string[]>();
  const chain = [first];
  if (start === first) return [first, start];
  const stack: { readonly file: string; next: number }[] = [{ file: start, next: 0 }];
  const open = new Set([first, start]);
  const done = new Set<string>();
  chain.push(start);
  for (let frame = stack.at(-1); frame !== undefined; frame = stack.at(-1)) {
    const list = children.get(frame.file) ?? childPaths(frame.file, files, workingDirectory);
    children.set(frame.file, list);
    const child = list[frame.next++];
    if (child === undefined) {
      stack.pop();
      chain.pop();
      open.delete(frame.file);
      done.add(frame.file);
    } else if (open.has(child)) return [...chain.slice(chain.indexOf(child)), child];
    else if (!done.has(child)) {
      open.add(child);
      chain.push(child);
      stack.push({ file: child, next: 0 });
    }
  }
  return undefined;
}

function childPaths(file: string, files: FileAccess, workingDirectory: string): readonly string[] {
  const text = files.readText(file);
  if (text === undefined) return [];
  const { graph } = buildGraph(parse(new SourceFile(file, text)), file);
  return [...new Set(staticChildren(graph, workingDirectory).map((child) => child.path))];
}

/** A chain of files for a message, by their names. */
export function chainText(files: readonly string[]): string {
  return files.map((file) => path.basename(file)).join(' -> ');
}
