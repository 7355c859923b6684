import type { SourceFile } from '@attractor/dot';
import type { EffectiveAttribute, Node, Prepared } from '@attractor/pipeline';
import { type Args, UserError } from '../command.ts';
import { chooseBackend } from '../run/choose-backend.ts';
import { readBudget } from '../run/flags.ts';
import { makeBackends } from '../run/services.ts';
import { loadPipeline } from '../sources/load-pipeline.ts';
import { distinct, findingText } from '../sources/report.ts';
import { suggest } from '../suggest.ts';
import type { Io } from '../terminal/io.ts';
import { jsonLine, oneLine } from '../terminal/sanitize.ts';
import { table } from '../terminal/table.ts';
import { type Choice, modelChoices } from './model-choice.ts';

/** `attractor explain FILE NODE`: the attributes a run would see, with where each comes from (language.md 5). */
export async function explainNode(file: string, id: string | undefined, args: Args, io: Io): Promise<number> {
  const { prepared, findings } = await loadPipeline(file, { workingDirectory: io.cwd }, io);
  for (const finding of distinct(findings))
    if (finding.diagnostic.severity === 'error') io.err(findingText(finding, io.stderrStyle, io.columns));
  const { graph } = prepared;
  const ids = [...graph.nodes.keys()];
  const list = ids.slice(0, 30).map(oneLine).join(', ') + (ids.length > 30 ? ` and ${ids.length - 30} more` : '');
  if (id === undefined) throw new UserError(`explain: which node of ${file}? Nodes: ${list}`);
  const node = graph.nodes.get(id);
  if (node === undefined) {
    const near = suggest(id, ids);
    throw new UserError(
      `explain: ${file} has no node ${oneLine(id)}${near === undefined ? '.' : `; did you mean ${oneLine(near)}?`} Nodes: ${list}`,
    );
  }
  const { descriptorOf, effectiveAttributes } = await import('@attractor/pipeline');
  const attributes = effectiveAttributes(graph, node);
  const choices = descriptorOf(node.type).callsModel(node) ? await choicesOf(prepared, node, attributes, args, io) : [];
  if (args.on('json')) {
    for (const choice of choices) io.out(jsonLine(choice));
    for (const attribute of attributes)
      io.out(
        jsonLine({
          name: attribute.name,
          value: attribute.value ?? null,
          origin: attribute.origin,
          from: originText(attribute, graph.source),
          doc: attribute.doc ?? null,
        }),
      );
    return 0;
  }
  const style = io.stdoutStyle;
  io.out(
    `${style.bold(oneLine(id))}  ${style.dim(`type ${oneLine(node.type)}${node.classes.length === 0 ? '' : `, class ${oneLine(node.classes.join(' '))}`}`)}`,
  );
  if (choices.length > 0) {
    const cells = choices.map(({ what, value, why }) => [what, value, why]);
    const bold = (cell: string, _: number, column: number): string => (column === 1 ? style.bold(cell) : cell);
    const lines = table(
      [{ title: 'gets' }, { title: 'value', flexible: true }, { title: 'because of', flexible: true }],
      cells,
      io.columns,
      bold,
    );
    for (const line of lines) io.out(line);
    for (const { note } of choices) if (note !== undefined) io.out(style.yellow(`  ${note}`));
    io.out('');
  }
  const shown = attributes.filter((attribute) => attribute.origin !== 'unset');
  const rows = shown.map((attribute) => [attribute.name, oneLine(attribute.value ?? ''), originText(attribute, graph.source)]);
  const paint = (cell: string, row: number): string => (shown[row]?.origin === 'system' ? style.dim(cell) : cell);
  for (const line of table(
    [{ title: 'attribute' }, { title: 'value', flexible: true }, { title: 'from', flexible: true }],
    rows,
    io.columns,
    paint,
  ))
    io.out(line);
  const unset = attributes.filter((attribute) => attribute.origin === 'unset').map((attribute) => attribute.name);
  if (unset.length > 0) io.out(style.dim(`not set: ${unset.join(', ')}`));
  return 0;
}

/** What a run with these flags would give the node. */
async function choicesOf(prepared: Prepared, node: Node, attributes: readonly EffectiveAttribute[], args: Args, io: Io): Promise<Choice[]> {
  const defaults = { provider: args.text('provider'), model: args.text('model') };
  const known = (await makeBackends({ record: false }, defaults, io)).backends.names();
  const backend = args.text('backend');
  const choice = chooseBackend({
    simulate: args.on('simulate'),
    dryRun: false,
    backend,
    script: undefined,
    graphScript: prepared.script,
    known,
  });
  return modelChoices(
    {
      graph: prepared.graph,
      node,
      attributes,
      origin: (attribute) => originText(attribute, prepared.graph.source),
      choice,
      backendFlag: backend !== undefined,
      defaults,
      budgetUsd: readBudget(args),
    },
    io,
  );
}

const words: Readonly<Record<EffectiveAttribute['origin'], string>> = {
  own: 'the node',
  default: 'node defaults',
  stylesheet: 'stylesheet',
  transform: 'a transform',
  graph: 'graph attribute',
  system: 'default',
  unset: 'nothing',
};

function originText(attribute: EffectiveAttribute, source: SourceFile): string {
  const at = attribute.range === undefined ? undefined : source.positionAt(attribute.range.start);
  const place = at === undefined ? '' : ` (line ${at.line})`;
  const from = attribute.from === undefined || attribute.from === '' ? '' : ` ${oneLine(attribute.from)}`;
  return `${words[attribute.origin]}${from}${place}`;
}
