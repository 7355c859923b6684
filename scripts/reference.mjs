// Writes docs/reference/ from the registries of the build; with `--check`, says which pages differ instead and fails.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { report } from './checks/report.mjs';
import { root } from './checks/run.mjs';

const built = (path) => import(pathToFileURL(join(root, path)).href);
const folder = join(root, 'docs/reference');

const cell = (text) => {
  const line = text.replaceAll('|', '\\|').replaceAll('\n', ' ');
  return line.includes('`') ? line : line.replaceAll('<', '\\<');
};
const code = (text) => `\`${text}\``;
const row = (cells) => `| ${cells.map((text) => cell(text === '' ? ' ' : text)).join(' | ')} |`.replace(/ {2,}\|/g, ' |');
const table = (titles, rows) => [row(titles), `|${titles.map(() => '---|').join('')}`, ...rows.map(row)].join('\n');
const page = (title, text, ...parts) =>
  `${[`# ${title}`, text, ...parts, 'This page is written by `node scripts/reference.mjs`.'].join('\n\n')}\n`;

function valuesOf(definition) {
  const range = [
    ...(definition.minimum === undefined ? [] : [`at least ${definition.minimum}`]),
    ...(definition.exclusiveMinimum === undefined ? [] : [`above ${definition.exclusiveMinimum}`]),
    ...(definition.maximum === undefined ? [] : [`at most ${definition.maximum}`]),
  ];
  const unit = definition.unit === undefined ? [] : [`a bare number is ${definition.unit === 's' ? 'seconds' : 'milliseconds'}`];
  const words = definition.values === undefined ? [] : [definition.values.map(code).join(' ')];
  const usual = definition.suggestions === undefined ? [] : [`usual: ${definition.suggestions.map(code).join(' ')}`];
  return [...words, ...usual, ...range, ...unit].join('; ');
}

function defaultOf(definition) {
  if (definition.defaultText !== undefined) return definition.defaultText;
  const value = definition.default;
  if (value === undefined || value === '' || (Array.isArray(value) && value.length === 0)) return '';
  const text = Array.isArray(value) ? value.join(',') : String(value);
  return code(definition.type === 'duration' ? `${text}ms` : text);
}

function attributeRows(attributes) {
  return Object.entries(attributes).map(([name, definition]) => [
    code(name) + (definition.aliases ?? []).map((alias) => `, ${code(alias)}`).join(''),
    definition.type,
    defaultOf(definition),
    valuesOf(definition),
    definition.readBy.join(', '),
    definition.doc + (definition.inherits === undefined ? '' : ` Unset: graph ${code(definition.inherits)}.`),
    definition.source,
  ]);
}

async function attributesPage() {
  const { attributeTable, contextSeed } = await built('packages/pipeline/dist/index.js');
  const titles = ['Attribute', 'Type', 'Default', 'Values', 'Read by', 'Meaning', 'Source'];
  const scopes = [
    ['Graph', attributeTable('graph')],
    ['Node', { ...attributeTable('node'), 'context.<key>': contextSeed }],
    ['Edge', attributeTable('edge')],
  ];
  return page(
    'Attributes',
    'Every attribute that means something here. Graphviz drawing attributes are always fine; any other name is kept and readable.',
    ...scopes.flatMap(([scope, attributes]) => [`## ${scope}`, table(titles, attributeRows(attributes))]),
  );
}

async function nodeTypesPage() {
  const { builtInDescriptors } = await built('packages/pipeline/dist/index.js');
  const rows = builtInDescriptors.map(({ type, shapes, aliases, statuses, labels, decidedBy, requires }) => [
    code(type),
    shapes.map(code).join(' '),
    aliases.map(code).join(' '),
    statuses.join(', '),
    labels.map(code).join(' '),
    decidedBy,
    requires.map(code).join(' '),
  ]);
  return page(
    'Kinds of nodes',
    'A known `type` beats the shape (language.md 2). The last column names attributes without which a node cannot run.',
    table(['Type', 'Shape', 'Other names', 'Can end', 'Labels', 'Decided by', 'Needs'], rows),
  );
}

function flagTitle(name, flag) {
  const long = `--${name}${flag.kind === 'text' ? ` ${flag.value}` : ''}`;
  return code(flag.alias === undefined ? long : `-${flag.alias}, ${long}`);
}

async function commandsPage() {
  const { allCommands } = await built('packages/cli/dist/registry.js');
  const parts = [];
  for (const { name, summary, load } of await allCommands()) {
    const command = await load();
    const words = command.positionals.map((word) => (word.required ? word.name : `[${word.name}]`) + (word.many === true ? '..' : ''));
    const flags = Object.entries(command.flags).map(([flag, about]) => [
      flagTitle(flag, about) + (about.repeatable === true ? ' (repeatable)' : ''),
      about.describe + (about.choices === undefined ? '' : `: ${about.choices.join(', ')}`),
      about.kind === 'switch' ? 'off' : about.fallback,
    ]);
    parts.push(`## ${name}`, `${summary}.`, code(['attractor', name, ...words, '[options]'].join(' ')));
    if (command.positionals.length > 0) parts.push(command.positionals.map((word) => `- ${code(word.name)}: ${word.describe}`).join('\n'));
    if (flags.length > 0) parts.push(table(['Option', 'Meaning', 'Default'], flags));
    if ((command.notes ?? []).length > 0) parts.push(command.notes.map((note) => `- ${note}`).join('\n'));
  }
  return page('Commands', 'What `attractor COMMAND --help` says, on one page (files.md 5).', ...parts);
}

const typeOf = (schema) => {
  if (schema === true || schema === undefined) return 'any';
  if (schema.$ref !== undefined) return schema.$ref.replace(/^.*\//, '');
  if (schema.const !== undefined) return code(JSON.stringify(schema.const));
  if (schema.enum !== undefined) return schema.enum.map((value) => code(String(value))).join(' ');
  const either = schema.oneOf ?? schema.anyOf;
  if (either !== undefined) return either.map(typeOf).join(' or ');
  if (schema.type === 'array') return `list of ${typeOf(schema.items)}`;
  return [schema.type ?? 'any'].flat().join(' or ');
};

function fieldRows(schema, leftOut = []) {
  const required = new Set(schema.required ?? []);
  return Object.entries(schema.properties ?? {})
    .filter(([name]) => !leftOut.includes(name))
    .map(([name, field]) => [code(name), typeOf(field), required.has(name) ? 'always' : '', field?.description ?? '']);
}

const schemaFiles = () =>
  readdirSync(join(root, 'specs/schemas'))
    .filter((name) => name.endsWith('.schema.json'))
    .sort();
const readSchema = (name) => JSON.parse(readFileSync(join(root, 'specs/schemas', name), 'utf8'));
const fieldTitles = ['Field', 'Type', 'There', 'Meaning'];

function eventsPage() {
  const schema = readSchema('event.schema.json');
  const named = (item) => (item.$ref === undefined ? item : (schema.$defs?.[item.$ref.replace('#/$defs/', '')] ?? {}));
  const parts = schema.oneOf.map(named).flatMap((event) => {
    const title = event.title ?? event.properties?.type?.const ?? event.properties?.type?.pattern ?? '';
    const rows = fieldRows(event, ['type']);
    return [
      `## ${title}`,
      ...(event.description === undefined ? [] : [event.description]),
      ...(rows.length === 0 ? ['No further fields.'] : [table(fieldTitles, rows)]),
    ];
  });
  return page('Events', `${schema.description} Every event has these fields:`, table(fieldTitles, fieldRows(schema)), ...parts);
}

function filesPage() {
  const parts = schemaFiles()
    .filter((name) => name !== 'event.schema.json')
    .flatMap((name) => {
      const schema = readSchema(name);
      const rows = fieldRows(schema);
      return [
        `## ${schema.title}`,
        ...(schema.description === undefined ? [] : [schema.description]),
        `Schema: [${name}](../../specs/schemas/${name})`,
        ...(rows.length === 0 ? [] : [table(fieldTitles, rows)]),
      ];
    });
  return page(
    'Files',
    'Fields of the files of a run directory, of its results and of scripts; what lies where is in files.md 1.',
    ...parts,
  );
}

const pages = {
  'README.md': async () =>
    page(
      'Reference',
      'Generated from the tables in the code and the schemas.',
      [
        '- [Attributes](attributes.md) of graphs, nodes and edges',
        '- [Kinds of nodes](node-types.md)',
        '- [Commands](commands.md)',
        '- [Events](events.md)',
        '- [Files](files.md)',
        '- [Rules](../rules/README.md) of validation',
      ].join('\n'),
    ),
  'attributes.md': attributesPage,
  'node-types.md': nodeTypesPage,
  'commands.md': commandsPage,
  'events.md': async () => eventsPage(),
  'files.md': async () => filesPage(),
};

const check = process.argv.includes('--check');
const findings = [];
if (!check) mkdirSync(folder, { recursive: true });
for (const [name, make] of Object.entries(pages)) {
  const path = join(folder, name);
  const text = await make();
  if (!check) writeFileSync(path, text);
  else if (!existsSync(path) || readFileSync(path, 'utf8') !== text)
    findings.push(`docs/reference/${name} differs from the code; run: node scripts/reference.mjs`);
}
if (check) report(findings, `${Object.keys(pages).length} pages`);
