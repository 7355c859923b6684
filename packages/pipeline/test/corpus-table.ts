/** Strangers' graphs that are not valid here, and why that is right. */
export const invalidCorpusFiles: Readonly<Record<string, { readonly rules: readonly string[]; readonly why: string }>> = {
  'danshapiro__kilroy__docs-strongdm-dot-specs-simple_example_integration_smoke_test.dot': {
    rules: ['missing-digraph'],
    why: 'prose with code in it, no graph',
  },
  'robotdad__amplifier-bundle-attractor__examples-dev-machine-foundry-admissions.dot': { rules: ['terminal_node'], why: 'three exits' },
  'robotdad__amplifier-bundle-attractor__examples-dev-machine-foundry-generate-machine.dot': { rules: ['terminal_node'], why: 'two exits' },
  'robotdad__amplifier-bundle-attractor__examples-dev-machine-foundry-machine-design.dot': { rules: ['terminal_node'], why: 'two exits' },
  'robotdad__amplifier-bundle-attractor__examples-dev-machine-runtime-health-check.dot': {
    rules: ['attribute_value'],
    why: 'max_cycles names a context key; only parameters are known before the run, and the graph declares none',
  },
  'robotdad__amplifier-bundle-attractor__examples-dev-machine-runtime-iteration.dot': {
    rules: ['start_no_incoming'],
    why: 'loops back into the start node',
  },
  'robotdad__amplifier-bundle-attractor__examples-patterns-task-runner.dot': {
    rules: ['runaway-string'],
    why: 'quotes inside a quoted prompt are not escaped',
  },
  'samueljklee__attractor__tests-fixtures-issue36_corrected.dot': {
    rules: ['manager_child'],
    why: 'written for an engine whose house is a gate for people; here it manages, and one has nothing to manage',
  },
  'samueljklee__attractor__tests-fixtures-validate_house_shape.dot': {
    rules: ['manager_child'],
    why: 'the same: a house with nothing to manage',
  },
  'siarhei-belavus__attractor-pi-dev__packages-attractor-cli-tests-golden-workflows-fail-tool-missing-command.dot': {
    rules: ['tool_command_required'],
    why: 'made to fail so',
  },
  'siarhei-belavus__attractor-pi-dev__packages-attractor-cli-tests-golden-workflows-manager-loop-max-cycles.dot': {
    rules: ['manager_child'],
    why: 'its manager has neither a child file nor a subgraph; the engine it was written for manages the node before it',
  },
  'siarhei-belavus__attractor-pi-dev__packages-attractor-cli-tests-golden-workflows-resume-fail-after-resume.dot': {
    rules: ['tool_command_required'],
    why: 'made to fail so',
  },
};
