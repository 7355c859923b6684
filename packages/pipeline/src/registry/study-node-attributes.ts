import type { AttributeTable } from './definition.ts';

const agent = ['agent'] as const;

/** Attributes of the nodes of a study (study.md 28). An agent's override the front matter of its file, where they are present (AG-03). */
export const studyNodeAttributes = {
  agent: {
    type: 'path',
    readBy: agent,
    doc: 'Agent file, in `agents_dir`: front matter with these attributes, then the prompt.',
    source: 'study.md 28',
  },
  role: { type: 'string', default: 'worker', readBy: agent, doc: 'What the agent is for, e.g. `critic`.', source: 'study.md 3' },
  agent_class: {
    type: 'string',
    defaultText: 'the role, capitalised in parts',
    readBy: ['drawing'],
    doc: 'Class of the agent in drawings of the team.',
    source: 'study.md 2',
  },
  tools: { type: 'list', default: [], readBy: agent, doc: 'Tools the agent declares; none by default.', source: 'study.md 3' },
  extra_allowed_tools: {
    type: 'list',
    default: [],
    readBy: agent,
    doc: 'Tools of its MCP servers that the agent may call.',
    source: 'study.md 3',
  },
  report_sections: {
    type: 'list',
    default: ['### Actions taken', '### Conclusions', '### Numbers'],
    readBy: agent,
    doc: 'Headings that a report of the agent must have.',
    source: 'study.md 3',
  },
  reset_on_checkpoint: {
    type: 'bool',
    default: true,
    readBy: agent,
    doc: 'False: a turn also gets the tool calls and results of earlier turns.',
    source: 'study.md 3',
  },
  max_history_pairs: {
    type: 'int',
    default: 5,
    minimum: 1,
    readBy: agent,
    doc: 'Exchanges of earlier turns that are sent, at most.',
    source: 'study.md 3',
  },
  base_url: { type: 'string', readBy: agent, doc: "Address of the model's provider.", source: 'study.md 3' },
  base_prompt: {
    type: 'enum',
    values: ['Default'],
    readBy: agent,
    doc: "`Default`: the backend's own system prompt stays and the agent's is appended; unset: it is replaced.",
    source: 'study.md 3',
  },
  judge: { type: 'node-id', readBy: ['gate.critic'], doc: 'The agent that reviews.', source: 'study.md 10' },
  max_bounces: {
    type: 'int',
    default: 6,
    minimum: 0,
    readBy: ['gate.reproduce'],
    doc: 'Failed reproductions that go back to the entry; one more fails the study.',
    source: 'study.md 12',
  },
  max_revise: {
    type: 'int',
    default: 3,
    minimum: 1,
    readBy: ['gate.critic'],
    doc: 'Reviews in a row without a PASS that close the study ungated.',
    source: 'study.md 10',
  },
  require_gated: {
    type: 'bool',
    default: false,
    readBy: ['study.close'],
    doc: 'A study that closes ungated fails.',
    source: 'study-rulings.md C18',
  },
  // Stated on a station, these beat the graph's.
  deliverable: { type: 'path', readBy: ['gate.deliverables', 'gate.reproduce'], doc: "As the graph's.", source: 'study.md 28' },
  required_deliverables: { type: 'list', readBy: ['gate.deliverables'], doc: "As the graph's.", source: 'study.md 28' },
  reproduce_timeout_s: {
    type: 'duration',
    unit: 's',
    exclusiveMinimum: 0,
    readBy: ['gate.reproduce'],
    doc: "As the graph's.",
    source: 'study.md 28',
  },
  headline_tolerance: { type: 'float', minimum: 0, readBy: ['gate.reproduce'], doc: "As the graph's.", source: 'study.md 28' },
  agent_node: {
    type: 'node-id',
    readBy: ['study.interview'],
    doc: 'Means nothing: the entry is interviewed.',
    source: 'study.md 28',
  },
} as const satisfies AttributeTable;
