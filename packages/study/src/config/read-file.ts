import { type Json, type JsonObject, readYamlMap } from '@attractor/pipeline';
import { knobs } from './knobs.ts';
import { emptyLayer, type Findings, hint, knobOf, type Layer, putKnob, putNode } from './layer.ts';
import { featureNames } from './settings.ts';

/** Top-level words of `study.yaml` beside the knobs. */
const sections = ['runtime', 'features', 'nodes'] as const;

/**
 * Reads `study.yaml`: knobs at the top or under `runtime`, `features` by their names, `nodes.<agent>.<key>`. An unknown word at the top is a
 * problem with the nearest known one, one under `runtime` a warning (RS-06).
 */
export function readConfigFile(path: string, text: string, findings: Findings): Layer {
  const layer = emptyLayer('study.yaml');
  const { entries, problems } = readYamlMap(text.replace(/^\uFEFF/, ''));
  for (const { line, message } of problems) findings.problem(`${path}:${line}: ${message}`);
  for (const { key, value, line } of entries) {
    const title = `${path}:${line}: \`${key}\``;
    const read = Object.hasOwn(readers, key) ? readers[key] : undefined;
    const knob = knobOf(key);
    if (read !== undefined) {
      const map = asMap(value);
      if (map === undefined) findings.problem(`${title} is no map`);
      else read(layer, map, path, findings);
    } else if (knob !== undefined && key === knob) putKnob(layer, knob, value, title, findings);
    else findings.problem(`${title} is unknown${hint(key, [...sections, ...knobs.keys()])}`);
  }
  return layer;
}

type SectionReader = (layer: Layer, map: JsonObject, path: string, findings: Findings) => void;

const readers: Readonly<Record<string, SectionReader>> = {
  runtime: (layer, map, path, findings) => {
    for (const [key, value] of Object.entries(map)) {
      const knob = knobOf(key);
      if (knob === undefined) findings.warning(`${path}: \`runtime.${key}\` is unknown and means nothing${hint(key, [...knobs.keys()])}`);
      else putKnob(layer, knob, value, `${path}: \`runtime.${key}\``, findings);
    }
  },
  features: (layer, map, path, findings) => {
    for (const [key, value] of Object.entries(map)) {
      const knob = featureNames.some((name) => name === key) ? knobOf(key) : undefined;
      if (knob === undefined) findings.problem(`${path}: \`features.${key}\` is no feature${hint(key, featureNames)}`);
      else putKnob(layer, knob, value, `${path}: \`features.${key}\``, findings);
    }
  },
  nodes: (layer, map, path, findings) => {
    for (const [node, value] of Object.entries(map)) {
      const own = asMap(value);
      if (own === undefined) findings.problem(`${path}: \`nodes.${node}\` is no map`);
      for (const [key, item] of Object.entries(own ?? {})) putNode(layer, node, key, item, `${path}: \`nodes.${node}.${key}\``, findings);
    }
  },
};

function asMap(value: Json): JsonObject | undefined {
  if (value === null) return {};
  return typeof value === 'object' && !Array.isArray(value) ? (value as JsonObject) : undefined;
}
