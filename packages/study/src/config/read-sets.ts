import { knobs } from './knobs.ts';
import { emptyLayer, type Findings, hint, knobOf, type Layer, putKnob, putNode } from './layer.ts';

/** Reads `--set KEY=VALUE`, the last one of a key wins: a knob, `features.NAME`, `runtime.KEY`, `nodes.NAME.KEY`. An unknown key is a problem (RS-06). */
export function readSets(sets: readonly string[], findings: Findings): Layer {
  const layer = emptyLayer('set');
  for (const set of sets) {
    const at = set.indexOf('=');
    const key = set.slice(0, Math.max(at, 0)).trim();
    if (key === '') {
      findings.problem(`--set ${set}: write KEY=VALUE, e.g. --set budget=2h`);
      continue;
    }
    const value = set.slice(at + 1);
    const title = `--set: \`${key}\``;
    const [, node, own] = /^nodes\.(.+)\.([^.]+)$/.exec(key) ?? [];
    const knob = knobOf(key.replace(/^(?:features|runtime)\./, ''));
    if (node !== undefined && own !== undefined) putNode(layer, node, own, value, title, findings);
    else if (knob === undefined) findings.problem(`${title} is unknown${hint(key, [...knobs.keys()])}`);
    else putKnob(layer, knob, value, title, findings);
  }
  return layer;
}
