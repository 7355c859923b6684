import type { Graph } from '../model.ts';

/** A library user's own step: pure, graph to graph; the input is not modified (language.md 6). A throw becomes an ERROR. */
export interface Transform {
  readonly name: string;
  apply(graph: Graph): Graph;
}
