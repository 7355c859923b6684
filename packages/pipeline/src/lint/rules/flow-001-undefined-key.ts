import type { Graph } from '../../model.ts';
import { rangeWithin, withRange } from '../../source-range.ts';
import { nearest } from '../../validation/distance.ts';
import type { Finding, Rule } from '../../validation/rule.ts';
import type { KeyFlow } from '../data-flow/key-flow.ts';
import { placeText } from '../data-flow/reading-place.ts';
import { flowOf, type Unresolved } from '../data-flow/unresolved.ts';

/** Looking for a similar key is dear in a large graph where nothing fits. */
const maxComparisons = 300_000;

export const undefinedKey: Rule = {
  id: 'FLOW-001',
  name: 'undefined_key',
  severity: 'warning',
  *check({ graph, files, workingDirectory }) {
    const { flow, unresolved } = flowOf(graph, { workingDirectory, ...(files === undefined ? {} : { files }) });
    const declares = graph.attributes.has('params');
    let comparisons = 0;
    const keys = flow.written.byKey.size + flow.written.base.size;
    for (const { first, count } of firstOfEach(unresolved)) {
      if (first.answer.is === 'local') continue;
      const similar = comparisons < maxComparisons ? nearestKey(graph, flow, first.key) : undefined;
      comparisons += keys;
      // What a command prints as JSON stands nowhere in the graph: only a name that looks misspelt is worth a word.
      if (first.answer.is === 'undecided' && !first.answer.byModel && similar === undefined) continue;
      const finding = findingOf(first, similar, declares);
      yield count === 1 ? finding : { ...finding, message: `${finding.message} (read ${count} times there)` };
    }
  },
};

/** A text that names one key again and again is one mistake. */
function firstOfEach(unresolved: readonly Unresolved[]): Iterable<{ readonly first: Unresolved; count: number }> {
  const groups = new Map<string, { readonly first: Unresolved; count: number }>();
  for (const item of unresolved) {
    const { node, edge, attribute } = item.reading;
    const id = JSON.stringify([node.id, edge?.index ?? '', attribute.name, item.key]);
    const group = groups.get(id);
    if (group === undefined) groups.set(id, { first: item, count: 1 });
    else group.count++;
  }
  return groups.values();
}

function findingOf({ reading, key, answer }: Unresolved, similar: string | undefined, declares: boolean): Finding {
  const { attribute, part, node, edge } = reading;
  const place = {
    ...withRange(rangeWithin(attribute, part)),
    ...(edge === undefined ? { node: node.id } : { edge: { from: edge.from, to: edge.to } }),
  };
  const where = placeText(reading);
  const hint = similar === undefined ? '' : `; did you mean \`${similar}\`?`;
  if (answer.is === 'moved') {
    return {
      ...place,
      message: `${where} reads \`${key}\`, but a \`loop_restart\` on the way here has moved it: read \`previous.${key}\``,
    };
  }
  if (key.startsWith('feedback.channel.')) {
    const target = key.slice('feedback.channel.'.length);
    return { ...place, message: `${where} reads \`${key}\`, which is not for texts: read \`prior_critiques_${target}\`` };
  }
  const plain = !engineKey.test(key) && !key.startsWith('prior_critiques_');
  // Without declared parameters any name may be given on the command line, which is not a mistake of every graph that does so.
  const given = plain && !declares && similar === undefined;
  const sources = [
    ...(given ? [`\`--param ${key}=..\``, 'a parent'] : []),
    ...(answer.is === 'undecided' ? [`a report of \`${answer.reporter}\``] : []),
  ];
  const unless = sources.length === 0 ? '' : ` unless ${sources.join(' or ')} gives it`;
  const advice = hint || (plain ? '; declare it in `params`, or in `outputs` of the node that writes it' : '');
  const message = `${where} reads \`${key}\`, which nothing before it writes: ${effect(reading.kind)}${unless}${advice}`;
  const unsure = answer.is === 'undecided' || (given && reading.kind !== 'condition');
  return { ...place, message, ...(unsure ? { severity: 'info' as const } : {}) };
}

function effect(kind: Unresolved['reading']['kind']): string {
  switch (kind) {
    case 'condition':
      return 'it is empty there';
    case 'text':
      return 'the reference stays as it is written';
    case 'command':
      return 'the reference is left to the shell, which does not know it';
    case 'export':
      return 'the variable is not set';
  }
}

const engineKey = /^(?:tool|human\.gate|parallel|manager|stack\.child|previous|graph)\./;

function nearestKey(graph: Graph, flow: KeyFlow, key: string): string | undefined {
  if (key.length < 4) return undefined;
  const { base, byKey } = flow.written;
  const own =
    nearest(key, byKey.keys()) ??
    nearest(
      key,
      [...base.keys()].filter((name) => name !== 'graph.goal'),
    );
  if (own !== undefined) return own;
  // `Tests.output` for the node `Test`: the id is misspelt, not the key.
  const dot = key.lastIndexOf('.');
  const id = dot < 4 ? undefined : nearest(key.slice(0, dot), graph.nodes.keys());
  const fixed = id === undefined ? undefined : `${id}${key.slice(dot)}`;
  return fixed !== undefined && byKey.has(fixed) ? fixed : undefined;
}
