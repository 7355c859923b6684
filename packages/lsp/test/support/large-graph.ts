/** A pipeline as people write them: steps of plan, work, check and review, each with its own loop back. Four nodes a step. */
export function largeGraph(steps: number): string {
  const parts = [
    `digraph large {
  graph [goal="Ship the product", default_max_retries=1, model_stylesheet="* { llm_model: small; } .deep { reasoning_effort: high; }"]
  node [timeout="15m"]
  start [shape=Mdiamond]
  done [shape=Msquare]
  start -> plan0
`,
  ];
  for (let i = 0; i < steps; i++) {
    parts.push(`  plan${i} [label="Plan step ${i}", class="deep", prompt="Plan step ${i} of $goal. Read what was done and write plans/${i}.md."]
  work${i} [label="Work on ${i}", prompt="Do what plans/${i}.md says; fix $check${i}.output first.", max_visits=4, feedback_from="review${i}"]
  check${i} [shape=parallelogram, tool_command="set -o pipefail; npm test -- step${i} 2>&1 | tail -n 50"]
  review${i} [label="Review ${i}", goal_gate=true, retry_target=work${i}, prompt="Review the change of step ${i}. Fail it when a test is missing."]
  plan${i} -> work${i} -> check${i}
  check${i} -> review${i} [condition="outcome=success"]
  check${i} -> work${i} [condition="outcome=fail", label="again"]
  review${i} -> ${i + 1 < steps ? `plan${i + 1}` : 'done'} [condition="outcome=success"]
  review${i} -> work${i} [condition="outcome!=success"]
`);
  }
  return `${parts.join('')}}\n`;
}
