import { applyEdits } from '@attractor/dot';
import { allDiagnostics, codeActions, createSnapshot, diagnose, type Snapshot } from '@attractor/lsp';
import { describe, expect, it } from 'vitest';
import { marked, snapshotOf, texts } from '../support/markers.ts';

const frame = (body: string): string => `digraph g {
  start [shape=Mdiamond]
  done [shape=Msquare]
  work [prompt="Do it"]
  start -> work -> done
${body}}
`;

function rules(snapshot: Snapshot): string[] {
  return allDiagnostics(snapshot).diagnostics.map(({ rule }) => rule);
}

/** The text after each quick fix at the cursor, by its title. */
function fixes(text: string): Record<string, string> {
  const { snapshot, at } = marked(text);
  const actions = codeActions(snapshot, allDiagnostics(snapshot).diagnostics, { start: at, end: at });
  return Object.fromEntries(actions.map(({ title, edits }) => [title, applyEdits(snapshot.text, edits)]));
}

describe('what is found', () => {
  it('language.md 1, 6, 7: syntax, transforms and validation together, at their places', () => {
    const { snapshot, ranges } = marked(frame('  a [prompt=<<"@gone.md">>, max_retries=<<-1>>]\n  b <<-->> c\n'));
    const { diagnostics } = allDiagnostics(snapshot);
    const found = new Map(diagnostics.map((item) => [item.rule, item.range]));
    expect([found.get('prompt_file'), found.get('attribute_value'), found.get('undirected-edge')]).toEqual(ranges);
    expect(diagnostics.map(({ range }) => range?.start ?? -1)).toEqual(
      diagnostics.map(({ range }) => range?.start ?? -1).toSorted((a, b) => a - b),
    );
  });

  it('language.md 8: an allow comment silences its rule there', () => {
    const body = '  work -> later [condition="outcome=fail"]\n  later -> done\n';
    expect(rules(snapshotOf(frame(body)))).toContain('implicit_node');
    const allowed = body.replace('  work', '  // lint: allow implicit_node declared by its edges\n  work');
    expect(rules(snapshotOf(frame(allowed)))).not.toContain('implicit_node');
  });

  it('language.md 7: parameters that have no value yet are not judged', () => {
    expect(rules(snapshotOf(frame('  params="limit!"\n  work [timeout="$limit"]\n')))).not.toContain('attribute_value');
  });

  it('a file outside the folders of the editor is not judged, nor read', () => {
    const found = allDiagnostics(snapshotOf(frame('  work [prompt="@/etc/hostname"]\n  work [response_schema="../x.json"]\n'))).diagnostics;
    const about = found.filter(({ rule }) => rule === 'prompt_file' || rule === 'response_schema_valid');
    expect(about.map(({ severity }) => severity)).toEqual(['info', 'info']);
    expect(about[0]?.message).toBe('/etc/hostname is not looked at here: it is outside the folders open in the editor');
  });

  it('a text without a file reads nothing', () => {
    const found = allDiagnostics(createSnapshot({ text: frame('  work [prompt="@x.md"]\n') })).diagnostics;
    expect(found.find(({ rule }) => rule === 'prompt_file')?.message).toContain('the document has no file yet');
  });

  it('shows the worst of very many, and says how many are left', () => {
    const snapshot = snapshotOf(`digraph g {\n${'a [x y z]\n'.repeat(2000)}}`);
    const { diagnostics, left } = allDiagnostics(snapshot);
    expect(diagnostics).toHaveLength(500);
    expect(left).toBeGreaterThan(1000);
    expect(diagnostics.every(({ severity }) => severity === 'error')).toBe(true);
  });

  it('stops between rules once its time is up', () => {
    const steps = diagnose(snapshotOf(frame('')), { expired: () => true });
    let count = 0;
    for (let step = steps.next(); ; step = steps.next()) {
      if (step.done === true) {
        expect(step.value.diagnostics.map(({ rule }) => rule)).toContain('lint_time');
        break;
      }
      count++;
    }
    expect(count).toBe(2);
  });
});

describe('quick fixes', () => {
  it('language.md 7: the fix of the finding itself', () => {
    expect(fixes(frame('  work [timeot<|>=5m]\n'))).toHaveProperty('Write timeout', frame('  work [timeout=5m]\n'));
    expect(fixes(frame('  work -<|>- done\n'))).toHaveProperty('Write `->`', frame('  work -> done\n'));
  });

  it('language.md 7: the id that was meant, in an edge and in a retry target', () => {
    expect(fixes(frame('  start -> wo<|>rc\n'))).toHaveProperty('Write work', frame('  start -> work\n'));
    expect(fixes(frame('  x [label=x, retry_target=w<|>ok]\n'))).toHaveProperty('Write work', frame('  x [label=x, retry_target=work]\n'));
    expect(fixes(frame('  x [label=x, retry_target="w<|>ok"]\n'))).toHaveProperty(
      'Write work',
      frame('  x [label=x, retry_target="work"]\n'),
    );
  });

  it('language.md 7: a statement for a node that has none', () => {
    expect(fixes(frame('  start -> "later <|>on"\n'))).not.toHaveProperty('Declare x');
    expect(fixes(frame('  start -> workshop<|>ping\n'))).not.toHaveProperty('Write work');
    expect(fixes(frame('  start -> wor<|>c\n'))).toHaveProperty('Declare worc', frame('  worc [label="worc"]\n  start -> worc\n'));
  });

  it('language.md 8: allow a warning here, never an error of validation; the comment has the line end of the file', () => {
    const text = frame('  start -> wor<|>c\n');
    expect(fixes(text)).toHaveProperty('Allow implicit_node here', frame('  // lint: allow implicit_node \n  start -> worc\n'));
    expect(fixes(text.replaceAll('\n', '\r\n'))['Allow implicit_node here']).toContain('// lint: allow implicit_node \r\n  start');
    expect(Object.keys(fixes(frame('  work [max_retries=<|>-1]\n')))).not.toContain('Allow attribute_value here');
  });

  it('all safe fixes at once, which leave nothing of them', () => {
    const before = frame('  work [human.default_choice=x<|>, timeot=5m]\n  work -- done\n');
    const [, after = ''] = Object.entries(fixes(before)).find(([title]) => /^Apply all \d+ safe fixes$/.test(title)) ?? [];
    for (const part of ['"human.default_choice"=x', 'timeout="5m"', 'work -> done\n}']) expect(after).toContain(part);
    expect(rules(snapshotOf(after))).not.toContain('undirected-edge');
  });

  it('language.md 1: edits hold behind a BOM, CRLF and astral characters', () => {
    const { snapshot, at } = marked(
      '\ufeffdigraph g {\r\n  start [shape=Mdiamond, label="𝔊𝔊"]\r\n  done [shape=Msquare]\r\n  /* 𝔊 */ start -<|>- done\r\n}',
    );
    const [action] = codeActions(snapshot, allDiagnostics(snapshot).diagnostics, { start: at, end: at });
    expect(texts(snapshot, action?.edits.map(({ range }) => range) ?? [])).toEqual(['--']);
  });
});
