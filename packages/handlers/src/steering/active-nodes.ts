import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { folderName, type JsonObject, type RunEvent, safeName } from '@attractor/engine';
import { descriptorOf, type Graph, graphFromResolved } from '@attractor/pipeline';

/** Follows the events of a child run and knows the folders of the model nodes that are at work in it, its own children included. */
export interface ActiveNodes {
  see(event: RunEvent): void;
  /** Folders of active model nodes. */
  directories(): readonly string[];
}

/** A run or branch within the child: where its node folders lie. */
interface Place {
  readonly folder: string;
  readonly graph: () => Graph | undefined;
}

export function activeNodes(directory: string, graph: Graph): ActiveNodes {
  const places = new Map<string, Place>([['', { folder: directory, graph: () => graph }]]);
  const active = new Map<string, string>();
  return {
    see(event) {
      const branch = event.branch ?? '';
      switch (event.type) {
        case 'parallel.branch_started': {
          const outer = places.get(outside(branch));
          if (outer === undefined) return;
          const folder = join(outer.folder, 'branches', safeName(event.node), `${event.index}-${safeName(event.branch_name)}`);
          places.set(branch, { ...outer, folder });
          return;
        }
        case 'subgraph.started': {
          const inner = { folder: event.directory, graph: once(() => storedGraph(event.directory)) };
          // The name of the next run below is not told; both forms lead to the same folder.
          for (const name of [`subgraph:${event.node}`, `cycle:${event.node}:${event.cycle_index + 1}`])
            places.set(branch === '' ? name : `${branch}>${name}`, inner);
          return;
        }
        case 'node.started': {
          const place = places.get(branch);
          const node = place?.graph()?.nodes.get(event.node);
          if (place === undefined || node === undefined) return;
          const { callsModel, childFile } = descriptorOf(node.type);
          if (childFile === undefined && callsModel(node))
            active.set(`${branch}>${event.node}`, join(place.folder, folderName(event.node)));
          return;
        }
        case 'node.completed':
        case 'node.retrying':
          active.delete(`${branch}>${event.node}`);
          return;
        default:
          return;
      }
    },
    directories: () => [...active.values()],
  };
}

function outside(branch: string): string {
  return branch.includes('>') ? branch.slice(0, branch.lastIndexOf('>')) : '';
}

function once<T>(make: () => T | undefined): () => T | undefined {
  let value: T | undefined;
  return () => {
    value ??= make();
    return value;
  };
}

function storedGraph(directory: string): Graph | undefined {
  const path = join(directory, 'graph.resolved.json');
  return existsSync(path) ? graphFromResolved(JSON.parse(readFileSync(path, 'utf8')) as JsonObject) : undefined;
}
