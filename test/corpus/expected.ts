/** Why a dry run that fails is right to fail. */
export const whys = {
  word: 'the node routes on a word that its command would print; in a dry run it prints nothing (files.md 5), and no edge takes a plain success',
  key: 'the node routes on a context key that a model or a command would write; in a dry run nobody does, and no edge takes the key missing',
  label: 'the node routes on labels that a model would choose; in a dry run it answers a plain success, and no edge takes that',
} as const;

/** Dry runs that end `fail` for want of an edge: file, node, why. */
export const noEdge: Readonly<Record<string, readonly [node: string, why: keyof typeof whys]>> = {
  'brynary__attractor__pipelines-factory-sync.dot': ['detect', 'key'],
  'danshapiro__kilroy__demo-rogue-rogue-spark.dot': ['check_dod', 'label'],
  'danshapiro__kilroy__docs-strongdm-dot-specs-semport.dot': ['FetchUpstreamSonnet', 'label'],
  'robotdad__amplifier-bundle-attractor__examples-dev-machine-runtime-qa-iteration.dot': ['orient_gate', 'key'],
  'robotdad__amplifier-bundle-attractor__examples-dev-machine-runtime-qa.dot': ['blocked_gate', 'key'],
  'robotdad__amplifier-bundle-attractor__examples-gates-base-sha-anchor.dot': ['RecordBaseSHA', 'word'],
  'robotdad__amplifier-bundle-attractor__examples-gates-delta-assertion-gate.dot': ['AssertDelta', 'word'],
  'robotdad__amplifier-bundle-attractor__examples-gates-preflight-evidence-file.dot': ['CheckEnvironment', 'word'],
  'robotdad__amplifier-bundle-attractor__examples-patterns-convergence-factory.dot': ['check', 'label'],
  'robotdad__amplifier-bundle-attractor__examples-patterns-conversational-gate.dot': ['check', 'label'],
  'robotdad__amplifier-bundle-attractor__examples-pipelines-00-convergence-loop.dot': ['test_gate', 'word'],
  'robotdad__amplifier-bundle-attractor__examples-pipelines-02-plan-implement-test.dot': ['test_gate', 'word'],
  'robotdad__amplifier-bundle-attractor__examples-pipelines-03-conditional-routing.dot': ['gate', 'word'],
  'robotdad__amplifier-bundle-attractor__examples-pipelines-04-retry-with-fallback.dot': ['validate_gate', 'word'],
  'robotdad__amplifier-bundle-attractor__examples-pipelines-10-full-attractor.dot': ['test_gate', 'word'],
  'robotdad__amplifier-bundle-attractor__examples-pipelines-12-graph-resume.dot': ['check_smells', 'word'],
  'robotdad__amplifier-bundle-attractor__examples-pipelines-practical-bug-fix.dot': ['test_gate', 'word'],
  'robotdad__amplifier-bundle-attractor__examples-pipelines-practical-evidence-feedback-convergence-2026-08-04-feedback-live.dot': [
    'gate',
    'word',
  ],
  'robotdad__amplifier-bundle-attractor__examples-pipelines-practical-feature-build.dot': ['test_gate', 'word'],
  'robotdad__amplifier-bundle-attractor__examples-pipelines-practical-refactor.dot': ['test_gate', 'word'],
  'robotdad__amplifier-bundle-attractor__examples-pipelines-practical-test-gen.dot': ['test_gate', 'word'],
  'robotdad__amplifier-bundle-attractor__github-capsule-pipeline-capsule.dot': ['setup', 'word'],
  'robotdad__amplifier-bundle-attractor__github-capsule-pipeline-feature-capsule.dot': ['setup', 'word'],
  'robotdad__amplifier-bundle-attractor__github-capsule-pipeline-task-runner.dot': ['setup', 'word'],
  'robotdad__amplifier-bundle-attractor__modules-loop-pipeline-tests-fixtures-integration-consensus_task.dot': ['CheckDoD', 'label'],
  'robotdad__amplifier-bundle-attractor__modules-loop-pipeline-tests-fixtures-integration-semport.dot': ['FetchUpstreamSonnet', 'label'],
  'robotdad__amplifier-bundle-attractor__modules-loop-pipeline-tests-fixtures-report_outcome_convergence.dot': ['assess', 'label'],
  'samueljklee__attractor__examples-compound_conditions.dot': ['verify', 'word'],
};

/** Dry runs that end `fail` for another reason. */
export const otherFailures: Readonly<Record<string, { readonly reason: RegExp; readonly why: string }>> = {
  'robotdad__amplifier-bundle-attractor__examples-pipelines-09-manager-supervisor.dot': {
    reason: /manager\.max_cycles \(5\) used up: no matching edge from node 'gate'/,
    why: 'every cycle of the managed subgraph fails at a gate on a word of its command, and five are allowed',
  },
  'samueljklee__attractor__examples-human_approval.dot': {
    reason: /max_(steps|pipeline_duration)_exceeded/,
    why: 'written for an engine whose house is a gate for people; here it manages, and the plain edge `denied` leads back for ever',
  },
  'siarhei-belavus__attractor-pi-dev__examples-attractor-pi-dev-development-pipeline.dot': {
    reason: /max_(steps|pipeline_duration)_exceeded/,
    why: 'the gate for people has a default choice, `Request fixes`, that leads back: whoever approves nothing goes round until a limit ends it',
  },
};

const flat = 'the corpus is flat, and the child graph is not beside it';

/** Files that do not validate where they lie, beyond what the table of the pipeline package says of their own text. */
export const missingChildren: Readonly<Record<string, string>> = {
  'robotdad__amplifier-bundle-attractor__examples-dev-machine-foundry-admissions.dot': flat,
  'robotdad__amplifier-bundle-attractor__examples-dev-machine-foundry-generate-machine.dot': flat,
  'robotdad__amplifier-bundle-attractor__examples-dev-machine-foundry-machine-design.dot': flat,
  'robotdad__amplifier-bundle-attractor__examples-dev-machine-runtime-health-check.dot': flat,
  'robotdad__amplifier-bundle-attractor__examples-dev-machine-runtime-iteration.dot': flat,
  'robotdad__amplifier-bundle-attractor__examples-patterns-demo-combined.dot': flat,
  'robotdad__amplifier-bundle-attractor__examples-patterns-demo-convergence-factory.dot': flat,
  'robotdad__amplifier-bundle-attractor__examples-patterns-demo-conversational-gates.dot': flat,
  'robotdad__amplifier-bundle-attractor__examples-pipelines-11-manager-child-dotfile-hitl-parent.dot': flat,
  'robotdad__amplifier-bundle-attractor__modules-loop-pipeline-tests-fixtures-parent_with_child.dot': flat,
  'siarhei-belavus__attractor-pi-dev__packages-attractor-cli-tests-golden-workflows-manager-loop-success.dot': flat,
};
