const digraph = (name, attributes, lines) => `digraph ${name} {\n  ${attributes}\n${lines.map((line) => `  ${line}\n`).join('')}}\n`;

/** start, `count` nodes in a row, exit; `node(i)` gives the attribute block of the i-th. */
function chain(count, node) {
  const lines = ['start [shape=Mdiamond]', 'exit [shape=Msquare]'];
  for (let i = 0; i < count; i++) lines.push(`n${i} [${node(i)}]`);
  lines.push('start -> n0');
  for (let i = 1; i < count; i++) lines.push(`n${i - 1} -> n${i}`);
  lines.push(`n${count - 1} -> exit`);
  return digraph('chain', `max_steps=${count * 2 + 1000}`, lines);
}

/** Nodes that the engine alone decides: what is left is the cost of a step. */
export const plainChain = (count) => chain(count, () => 'shape=diamond');

/** Model nodes for the simulate backend: prompt, preamble, answer, verdict and node folder are in. */
export const modelChain = (count) => chain(count, (i) => `prompt="Do part ${i} of $goal"`);

/** One node and a loop_restart edge that is taken until `turns` iterations are through. */
export const loop = (turns) =>
  digraph('turns', `max_steps=${turns * 4 + 1000}`, [
    'start [shape=Mdiamond]',
    'work [prompt="Turn $iteration"]',
    'more [shape=diamond]',
    'exit [shape=Msquare]',
    'start -> work -> more',
    `more -> work [loop_restart=true, condition="context.iteration < ${turns - 1}"]`,
    `more -> exit [condition="context.iteration >= ${turns - 1}"]`,
  ]);

/** A wide, realistic file for parsing and validation: prompts, conditions, classes, groups of ten. */
export function large(count) {
  const lines = ['start [shape=Mdiamond]', 'exit [shape=Msquare]', 'start -> n0'];
  for (let i = 0; i < count; i++) {
    if (i % 10 === 0) lines.push(`subgraph cluster_${i} { label="Part ${i}"`);
    lines.push(
      `n${i} [label="Node ${i}", class="fast,cheap", prompt="Read \\"part ${i}\\" of $goal.\\nThen say what is missing.", timeout=15m]`,
    );
    if (i % 10 === 9 || i === count - 1) lines.push('}');
  }
  for (let i = 1; i < count; i++) lines.push(`n${i - 1} -> n${i} [condition="outcome=success && context.n${i - 1} != \\"no\\""]`);
  for (let i = 1; i < count; i += 10) lines.push(`n${i} -> n${i - 1} [condition="outcome=fail", label="again"]`);
  lines.push(`n${count - 1} -> exit`);
  return digraph('large', `goal="measure"; model_stylesheet="* { reasoning_effort: low; } .fast { timeout: 5m; }"`, lines);
}
