import { type Graph, type Node, nodeValue } from '@attractor/pipeline';
import type { Json } from '../json.ts';
import { failureReasonOf, type Outcome } from '../outcome.ts';
import type { FrameState } from '../state/state.ts';
import type { Transition } from './transition.ts';

/** At most this many critiques per channel, oldest dropped (§29). */
const maxCritiques = 5;
/** At most this many characters of a critique (§29). */
const maxCritiqueCharacters = 500;

const cutMark = ' [...truncated]';

/** What a critic said (engine.md 7): full tool output, else the full response, else the notes; a failed critic's reason when it said nothing. */
export function critiqueOf(outcome: Outcome): string {
  const said = [outcome.tool?.output, outcome.responseText, outcome.notes, failureReasonOf(outcome)].find(
    (text) => text !== undefined && text.trim() !== '',
  );
  const text = (said ?? '').trim();
  return text.length > maxCritiqueCharacters ? `${text.slice(0, maxCritiqueCharacters)}${cutMark}` : text;
}

const targetsByGraph = new WeakMap<Graph, readonly Node[]>();

export function feedbackTargets(graph: Graph): readonly Node[] {
  let targets = targetsByGraph.get(graph);
  if (targets === undefined) {
    targets = [...graph.nodes.values()].filter((node) => nodeValue(node, 'feedback_from').length > 0);
    targetsByGraph.set(graph, targets);
  }
  return targets;
}

/** Does some node listen to what this one says? */
export function isCritic(graph: Graph, id: string): boolean {
  return feedbackTargets(graph).some((node) => nodeValue(node, 'feedback_from').includes(id));
}

/** Moves what the critics of the finished pass said into their targets' channels (engine.md 7, §29). `pass` counts from 1. */
export function collectFeedback(t: Transition, frame: FrameState, pass: number): FrameState['context'] {
  let context = frame.context;
  for (const node of feedbackTargets(t.graph)) {
    const critiques = nodeValue(node, 'feedback_from')
      .map((critic) => frame.outcomes.get(critic)?.critique ?? '')
      .filter((critique) => critique !== '');
    if (critiques.length === 0) continue;
    const entries = critiques.map((critique) => `Iteration ${pass} critique: ${critique}`);
    const channel = [...channelOf(context.get(channelKey(node.id))), ...entries].slice(-maxCritiques);
    const text = channel.join('\n');
    context = context.set(channelKey(node.id), channel).set(`prior_critiques_${node.id}`, text);
    t.effects.push({ do: 'feedback', node: node.id, text: `${text}\n` });
  }
  return context;
}

function channelKey(node: string): string {
  return `feedback.channel.${node}`;
}

function channelOf(value: Json | undefined): readonly string[] {
  return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : [];
}
