import type { Graph } from '@attractor/pipeline';
import { UserError } from '../command.ts';
import { preparePipeline } from '../sources/load-pipeline.ts';
import { nameFrom, readSource } from '../sources/read-source.ts';
import type { Io } from '../terminal/io.ts';
import type { ModelNode } from './preflight.ts';

const depthLimit = 16;

/** Model nodes of a graph and of every child pipeline whose file is known before the run (§36). */
export async function modelNodes(root: Graph, stylesheets: readonly string[], workingDirectory: string, io: Io): Promise<ModelNode[]> {
  const { descriptorOf, inheritedValue, isDynamic, nodeValue, resolvePath } = await import('@attractor/pipeline');
  const nodes: ModelNode[] = [];
  const seen = new Set<string>(root.file === undefined ? [] : [root.file]);
  let level: Child[] = [{ graph: root, stylesheets }];
  for (let depth = 0; depth <= depthLimit && level.length > 0; depth++) {
    const next: Child[] = [];
    for (const { graph, stylesheets: sheets } of level) {
      const children: string[] = [];
      for (const node of graph.nodes.values()) {
        const { callsModel, childFile } = descriptorOf(node.type);
        const written = childFile === undefined ? '' : (node.attributes.get(childFile) ?? graph.attributes.get(childFile))?.text.trim();
        if (written !== undefined && written !== '' && !isDynamic(written)) children.push(resolvePath(graph, written, workingDirectory));
        if (!callsModel(node)) continue;
        const backend = inheritedValue(graph, node, 'backend');
        const provider = inheritedValue(graph, node, 'llm_provider');
        const model = inheritedValue(graph, node, 'llm_model');
        const reasoningEffort = inheritedValue(graph, node, 'reasoning_effort');
        const maxTurns = nodeValue(node, 'max_turns');
        const mcpServers = inheritedValue(graph, node, 'mcp_servers');
        nodes.push({
          id: node.id,
          ...(graph === root || graph.file === undefined ? {} : { file: nameFrom(graph.file, io.cwd) }),
          ...(backend === undefined ? {} : { backend }),
          ...(provider === undefined ? {} : { provider }),
          ...(model === undefined ? {} : { model }),
          ...(mcpServers === undefined ? {} : { mcpServers }),
          wish: {
            states: (name) => node.attributes.has(name) || graph.attributes.has(name),
            ...(provider === undefined ? {} : { provider }),
            ...(model === undefined ? {} : { model }),
            ...(reasoningEffort === undefined ? {} : { reasoningEffort }),
            ...(maxTurns === undefined ? {} : { maxTurns }),
          },
        });
      }
      for (const path of children) {
        if (seen.has(path)) continue;
        seen.add(path);
        const child = await loadChild(path, sheets, workingDirectory, io);
        if (child !== undefined) next.push(child);
      }
    }
    level = next;
  }
  return nodes;
}

interface Child {
  readonly graph: Graph;
  readonly stylesheets: readonly string[];
}

/** A child that cannot be read or is broken is validation's or its node's business. */
async function loadChild(
  path: string,
  inheritedStylesheet: readonly string[],
  workingDirectory: string,
  io: Io,
): Promise<Child | undefined> {
  try {
    const { prepared } = await preparePipeline(readSource(path, io), { workingDirectory, inheritedStylesheet });
    return { graph: prepared.graph, stylesheets: prepared.stylesheets };
  } catch (error) {
    if (error instanceof UserError) return undefined;
    throw error;
  }
}
