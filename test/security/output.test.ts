import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { quote } from '@attractor/dot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { main } from '../../packages/cli/src/main.ts';
import type { Io } from '../../packages/cli/src/terminal/io.ts';
import { style } from '../../packages/cli/src/terminal/style.ts';
import { shell } from '../support/attractor.ts';
import { baseEnvironment, place, removePlaces } from '../support/engine.ts';

afterAll(removePlaces);

/** Sequences that would clear the screen, set titles, colours and links, ring, go back, reorder; and markup that would run in a browser. */
const steering =
  '\u001b[31;666m\u001b[2J\u001b]0;pwned\u0007\u001bPpwned\u001b\\\u009b31;666m\u0090pwned\u009c\u0007\u0008\u007f\u202edlrow\u2066';
const markup = `"><script>alert(1)</script><img src=x onerror=alert(1)>'/><a href="javascript:alert(1)">]]><!--&lt;`;
const foul = `${steering}${markup}`;

const dot = `digraph ${quote(`name ${foul}`)} {
  goal=${quote(`goal ${foul}`)}; label=${quote(foul)}; URL="javascript:alert(1)"; stylesheet="javascript:alert(1)"
  start [shape=Mdiamond, label=${quote(foul)}]
  exit [shape=Msquare, URL="javascript:alert(1)", href="javascript:alert(1)", tooltip=${quote(foul)}]
  subgraph cluster_x { label=${quote(foul)}; inside [label=${quote(foul)}, class=${quote(foul)}, prompt=${quote(foul)}, goal_gate=true, retry_target=inside] }
  html [label=<<b>${foul.replaceAll(/[<>]/g, '')}</b>>, prompt="x"]
  check [shape=parallelogram, label=${quote(foul)}, tool_command="cat foul.txt; cat foul.txt >&2; exit 3"]
  late [label=${quote(foul)}, prompt="x"]
  ask [shape=hexagon, label=${quote(foul)}, description=${quote(foul)}]
  start -> inside [label=${quote(foul)}]
  inside -> html -> check
  check -> late [condition=${quote(`outcome=fail && failure_reason!='${foul.replaceAll("'", '')}'`)}, label=${quote(foul)}]
  late -> ask
  ask -> exit [label=${quote(`[Y] ${foul}`)}]
  ask -> late [label=${quote(`[N] ${foul}`)}]
}`;
const reported = { status: 'success', notes: foul, preferred_label: foul, context_updates: { [foul]: foul } };
const script = {
  nodes: {
    inside: [{ text: foul, outcome: reported }],
    html: [{ text: foul, outcome: { ...reported, status: 'partial_success' } }],
    late: [{ text: foul, outcome: reported }],
  },
};

let at = place();
async function attractor(args: readonly string[], live = false): Promise<{ code: number; out: string; err: string }> {
  let out = '';
  let err = '';
  const write = process.stderr.write;
  process.stderr.write = ((text: string) => {
    err += text;
    return true;
  }) as typeof write;
  const io: Io = {
    out: (line) => {
      out += `${line}\n`;
    },
    outRaw: (text) => {
      out += text;
    },
    err: (line) => {
      err += `${line}\n`;
    },
    environment: baseEnvironment,
    cwd: at.work,
    live,
    stdinIsTerminal: false,
    stdoutStyle: style(live),
    stderrStyle: style(live),
    columns: 100,
  };
  try {
    return { code: await main(args, io), out, err };
  } finally {
    process.stderr.write = write;
  }
}

/** Nothing that a terminal would act on, but line breaks. */
function expectHarmless(text: string): void {
  expect(text).not.toMatch(/(?!\n)[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u);
}

beforeAll(async () => {
  at = place({
    'foul.dot': dot,
    'foul.txt': `${foul}\n`,
    'script.json': JSON.stringify(script),
    'broken.dot': `digraph g { a -> ${foul} [label=${quote(foul)} }`,
  });
  const run = await attractor(['run', 'foul.dot', '--script', 'script.json', '--logs-root', 'run', '--on-human-gate', 'park']);
  expect(run, run.err).toMatchObject({ code: 6 });
  writeFileSync(join(at.root, 'plain.txt'), run.out + run.err);
});

describe('files.md 5: text of graphs, models and tools never steers a terminal', () => {
  test('the plain view and the last line of a run', () => {
    expectHarmless(readFileSync(join(at.root, 'plain.txt'), 'utf8'));
  });

  test('the live view', async () => {
    const run = await attractor(
      ['run', 'foul.dot', '--script', 'script.json', '--logs-root', 'live', '--on-human-gate', 'auto-approve'],
      true,
    );
    expect(run.err).not.toMatch(/666|\u001b[\]P]/);
    expectHarmless(run.err.replace(/\u001b\[\??[0-9;]*[A-Za-z]|\r/g, ''));
    expectHarmless(run.out);
  });

  test.each([
    'trace run',
    'trace run --json',
    'trace run --compare run',
    'explain run',
    'explain run check',
    'explain run --json',
    'explain run FOUL',
    'explain foul.dot inside',
    'explain foul.dot inside --json',
    'explain foul.dot FOUL',
    'status run',
    'status run --json',
    'validate foul.dot',
    'validate broken.dot',
    'validate broken.dot --format json',
    'validate FOUL',
    'runs',
    'run foul.dot --json --dry-run',
    'run broken.dot',
    'run foul.dot --param FOUL',
    'run foul.dot --dry-run --param FOUL=x',
    'trace FOUL',
    'status FOUL',
    'answer run FOUL FOUL',
    'FOUL',
    'run --FOUL',
  ])('attractor %s', async (line) => {
    const { out, err } = await attractor(line.split(' ').map((word) => word.replace('FOUL', foul)));
    expect(out + err).not.toBe('');
    expectHarmless(out);
    expectHarmless(err);
  });
});

/** Every tag and attribute of a document; a text that got out of its place would show up among them. */
function parts(svg: string): { readonly tags: readonly string[]; readonly attributes: readonly string[] } {
  const body = svg.replace(/<\?xml[^>]*\?>|<!DOCTYPE[^>]*>|<!--[\s\S]*?-->/g, '');
  const tags: string[] = [];
  const attributes: string[] = [];
  const rest = body.replace(/<(\/?)([A-Za-z][\w:-]*)((?:\s+[\w:-]+="[^"<]*")*)\s*\/?>/g, (_, _slash, tag: string, list: string) => {
    tags.push(tag);
    for (const match of list.matchAll(/([\w:-]+)="([^"]*)"/g)) attributes.push(`${match[1]}=${match[2]}`);
    return '';
  });
  expect(rest, 'text outside of tags holds no markup').not.toMatch(/[<>]/);
  expect(rest.replace(/&(?:amp|lt|gt|quot|apos|#\d+|#x[0-9a-f]+);/gi, '')).not.toMatch(/&/);
  return { tags, attributes };
}

function expectInert(svg: string): void {
  expectHarmless(svg.replaceAll('\r', ''));
  const { tags, attributes } = parts(svg);
  const known = ['svg', 'g', 'title', 'text', 'rect', 'polygon', 'polyline', 'path', 'ellipse', 'line', 'circle', 'tspan', 'a'];
  expect(tags.filter((tag) => !known.includes(tag))).toEqual([]);
  expect(attributes.filter((attribute) => /^on|javascript:/i.test(attribute))).toEqual([]);
}

describe('files.md 5: drawings hold texts as text', () => {
  test('trace --svg', async () => {
    expect(await attractor(['trace', 'run', '--svg', 'trace.svg'])).toMatchObject({ code: 0 });
    expectInert(readFileSync(join(at.work, 'trace.svg'), 'utf8'));
  });

  test('graph, with the statuses of a run', async () => {
    // The layout worker is a file of the build.
    const drawn = await shell('attractor graph foul.dot --run run -o graph.svg', at.work);
    expect(drawn, drawn.stderr).toMatchObject({ code: 0 });
    expectInert(readFileSync(join(at.work, 'graph.svg'), 'utf8'));
  });
});
