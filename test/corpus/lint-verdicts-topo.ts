/** Judged findings of one rule. */
export interface RuleVerdicts {
  /** Why they are right, as looked up in the graphs. */
  readonly why: string;
  /** By file, what the right findings are about: nodes, or edges as `from->to`. */
  readonly right: Readonly<Record<string, string>>;
  /** By file and subject, why a finding is wrong. */
  readonly wrong: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

export const topoVerdicts: Readonly<Record<string, RuleVerdicts>> = {
  'TOPO-001': {
    why: 'all are edges out of diamonds that ask for `fail`, `partial_success` or not `success`; a diamond always succeeds here, and the tool or model node before it ends the run when it fails. Out of other nodes: `failure_class=transient_infra`, a class that this engine does not know, and `outcome=retry`, which never outlives the retry ladder',
    right: {
      'robotdad__amplifier-bundle-attractor__modules-loop-pipeline-tests-fixtures-integration-semport.dot':
        'TestValidate->AnalyzeFailureSonnet',
      'robotdad__amplifier-bundle-attractor__modules-loop-pipeline-tests-fixtures-integration-consensus_task.dot':
        'ReviewConsensus->Postmortem',
      'danshapiro__kilroy__docs-strongdm-dot-specs-semport.dot': 'TestValidate->AnalyzeFailureSonnet',
      'danshapiro__kilroy__demo-substack-spec-v01.dot': 'check_toolchain->check_toolchain',
      'coreydaley__attractor__examples-branching.dot': 'gate->implement',
      'coreydaley__attractor__examples-go-employee-api.dot': 'gate->fix',
      'danshapiro__kilroy__demo-dttf-dttf.dot':
        'check_toolchain->check_toolchain check_implement->implement check_implement->postmortem check_fmt->implement check_fmt->postmortem check_build->implement check_build->postmortem check_test->implement check_test->postmortem check_vet->implement check_vet->postmortem check_deliverables_cond->implement check_deliverables_cond->postmortem check_impl->implement check_impl->postmortem',
      'danshapiro__kilroy__demo-rogue-rogue-spark.dot':
        'check_implement->implement check_implement->postmortem check_fmt->implement check_fmt->postmortem check_build->implement check_build->postmortem check_test->implement check_test->postmortem check_artifacts->implement check_artifacts->postmortem check_impl->postmortem check_impl->postmortem',
      'danshapiro__kilroy__demo-rogue-rogue_fast.dot':
        'check_analysis->impl_analysis check_analysis->impl_analysis check_architecture->impl_architecture check_architecture->impl_architecture check_scaffold->impl_scaffold check_scaffold->impl_scaffold check_dungeon->impl_dungeon check_combat_items->impl_combat_items check_monsters->impl_monsters check_player_io->impl_player_io check_integration->impl_integration check_integration->impl_integration check_qa->impl_qa check_qa->impl_qa check_review->impl_integration check_review->impl_integration',
      'danshapiro__kilroy__demo-rogue-rogue_port.dot':
        'check_analysis->impl_analysis check_architecture->impl_architecture check_scaffold->impl_scaffold check_dungeon->impl_dungeon check_combat_items->impl_combat_items check_monsters->impl_monsters check_player_io->impl_player_io check_integration->impl_integration check_review->impl_integration',
      'danshapiro__kilroy__demo-substack-pipeline-v01.dot':
        'check_toolchain->check_toolchain postmortem->check_toolchain check_merge->plan_work check_merge->postmortem check_fmt->plan_work check_fmt->postmortem check_build->plan_work check_build->postmortem check_test->plan_work check_test->postmortem check_artifacts->plan_work check_artifacts->postmortem check_impl->plan_work check_impl->postmortem',
      'danshapiro__kilroy__research-green-test-moderate.dot':
        'check_setup->impl_setup check_types->impl_types check_robotstxt->impl_robotstxt check_checker->impl_checker check_extractor->impl_extractor check_crawler->impl_crawler check_report->impl_report check_cli->impl_cli check_integration->impl_integration check_review->impl_cli',
      'danshapiro__kilroy__skills-create-dotfile-reference_template.dot':
        'check_toolchain->check_toolchain postmortem->check_toolchain check_implement->implement check_implement->postmortem check_fmt->implement check_fmt->postmortem check_build->implement check_build->postmortem check_test->implement check_test->postmortem check_artifacts->implement check_artifacts->postmortem check_impl->implement check_impl->postmortem',
      'danshapiro__kilroy__workflows-build-test-graph.dot': 'check_build->report_build_fail check_test->report_test_fail',
      'danshapiro__kilroy__workflows-multi-tool-exercise-graph.dot': 'check_validate->done',
      'martinemde__attractor__pipeline-testdata-conditional_branch.dot': 'gate->implement',
      'martinemde__attractor__pipeline-testdata-multi_stage.dot': 'deploy_check->implement',
      'martinemde__attractor__pipelines-develop.dot': 'gate->implement',
      'robotdad__amplifier-bundle-attractor__tests-e2e-fixtures-conditional_routing.dot': 'gate->implement',
      'samueljklee__attractor__examples-conditional_goal_gate.dot': 'review->fix',
      'siarhei-belavus__attractor-pi-dev__docs-specs-examples-branching.dot': 'gate->implement',
      'siarhei-belavus__attractor-pi-dev__examples-attractor-pi-dev-development-pipeline.dot': 'validation_gate->implementation',
      'siarhei-belavus__attractor-pi-dev__examples-parallel-code-review-pipeline.dot': 'validation_gate->parallel_review',
      'siarhei-belavus__attractor-pi-dev__examples-ralph-wiggum-pipeline.dot': 'check->implement',
      'siarhei-belavus__attractor-pi-dev__packages-attractor-cli-tests-golden-workflows-conditional-branch-success.dot': 'gate->retry_work',
      'siarhei-belavus__attractor-pi-dev__packages-attractor-cli-tests-golden-workflows-resume-conditional-partial-route.dot':
        'chooser->recover',
      'siarhei-belavus__attractor-pi-dev__packages-attractor-cli-tests-golden-workflows-resume-fail-after-resume.dot':
        'chooser->fail_branch',
    },
    wrong: {},
  },
  'TOPO-002': {
    why: 'no graph has such a pair of edges that the word would win: all write `outcome=success &&`, or have no edge for a failure',
    right: {},
    wrong: {},
  },
  'TOPO-003': {
    why: 'no edge, retry target of a goal gate, failure jump or manager leads back in any of them; most are demonstrations of one feature that are meant to run once and do not say so',
    right: {
      'coreydaley__attractor__examples-simple.dot': 'start',
      'coreydaley__attractor__param-verify.dot': 'start',
      'coreydaley__attractor__spec-audit.dot': 'start',
      'danshapiro__kilroy__cmd-kilroy-testdata-batch-has_errors.dot': 'start',
      'danshapiro__kilroy__cmd-kilroy-testdata-batch-warnings_only.dot': 'start',
      'danshapiro__kilroy__demo-tmux-agent-test-graph.dot': 'start',
      'danshapiro__kilroy__demo-tool-only-graph.dot': 'start',
      'danshapiro__kilroy__research-baseline-test-complex.dot': 'start',
      'danshapiro__kilroy__research-baseline-test-vague.dot': 'start',
      'danshapiro__kilroy__workflows-build-test-graph.dot': 'start',
      'danshapiro__kilroy__workflows-multi-tool-exercise-graph.dot': 'start',
      'danshapiro__kilroy__workflows-pr-review-pr-review.dot': 'start',
      'danshapiro__kilroy__workflows-quick-launch-graph.dot': 'start',
      'martinemde__attractor__pipeline-testdata-retry_pipeline.dot': 'start',
      'martinemde__attractor__pipeline-testdata-simple_linear.dot': 'start',
      'martinemde__attractor__pipelines-smoke.dot': 'start',
      'martinemde__attractor__pipelines-spec_conformance.dot': 'start',
      'robotdad__amplifier-bundle-attractor__examples-dev-machine-foundry-admissions.dot': 'start',
      'robotdad__amplifier-bundle-attractor__examples-dev-machine-foundry-generate-machine.dot': 'start',
      'robotdad__amplifier-bundle-attractor__examples-dev-machine-foundry-machine-design.dot': 'start',
      'robotdad__amplifier-bundle-attractor__examples-dev-machine-runtime-fix-iteration.dot': 'start',
      'robotdad__amplifier-bundle-attractor__examples-dev-machine-runtime-post-session.dot': 'start',
      'robotdad__amplifier-bundle-attractor__examples-dev-machine-runtime-qa-iteration.dot': 'start',
      'robotdad__amplifier-bundle-attractor__examples-dev-machine-runtime-smoke-test.dot': 'start',
      'robotdad__amplifier-bundle-attractor__examples-patterns-demo-combined.dot': 'start',
      'robotdad__amplifier-bundle-attractor__examples-patterns-demo-convergence-factory.dot': 'start',
      'robotdad__amplifier-bundle-attractor__examples-patterns-demo-conversational-gates.dot': 'start',
      'robotdad__amplifier-bundle-attractor__examples-pipelines-01-simple-linear.dot': 'start',
      'robotdad__amplifier-bundle-attractor__examples-pipelines-05-parallel-fan-out.dot': 'start',
      'robotdad__amplifier-bundle-attractor__examples-pipelines-06-model-stylesheet.dot': 'start',
      'robotdad__amplifier-bundle-attractor__examples-pipelines-07-fidelity-modes.dot': 'start',
      'robotdad__amplifier-bundle-attractor__examples-pipelines-11-manager-child-dotfile-hitl-child-with-gate.dot': 'start',
      'robotdad__amplifier-bundle-attractor__examples-pipelines-practical-multi-lens-review.dot': 'start',
      'robotdad__amplifier-bundle-attractor__examples-pipelines-practical-pr-review.dot': 'start',
      'robotdad__amplifier-bundle-attractor__github-actions-key-smoke-actions-key-smoke.dot': 'start',
      'robotdad__amplifier-bundle-attractor__modules-loop-pipeline-tests-fixtures-child_pipeline.dot': 'start',
      'robotdad__amplifier-bundle-attractor__modules-loop-pipeline-tests-fixtures-integration-unified_llm_model_routing.dot': 'start',
      'robotdad__amplifier-bundle-attractor__modules-loop-pipeline-tests-fixtures-integration-unified_llm_multi_step.dot': 'start',
      'robotdad__amplifier-bundle-attractor__modules-loop-pipeline-tests-fixtures-integration-unified_llm_parallel.dot': 'start',
      'robotdad__amplifier-bundle-attractor__modules-loop-pipeline-tests-fixtures-integration-unified_llm_simple.dot': 'start',
      'robotdad__amplifier-bundle-attractor__modules-loop-pipeline-tests-fixtures-parent_with_child.dot': 'start',
      'robotdad__amplifier-bundle-attractor__modules-loop-pipeline-tests-fixtures-simple_linear.dot': 'start',
      'robotdad__amplifier-bundle-attractor__modules-loop-pipeline-tests-fixtures-spec_simple_linear.dot': 'start',
      'robotdad__amplifier-bundle-attractor__modules-loop-pipeline-tests-fixtures-spec_stylesheet.dot': 'start',
      'robotdad__amplifier-bundle-attractor__modules-pipeline-runner-tests-fixtures-fixture_box_writes_cwd.dot': 'start',
      'robotdad__amplifier-bundle-attractor__modules-pipeline-runner-tests-fixtures-fixture_human_gate.dot': 'start',
      'robotdad__amplifier-bundle-attractor__modules-pipeline-runner-tests-fixtures-fixture_tool_reads_param.dot': 'start',
      'robotdad__amplifier-bundle-attractor__tests-e2e-fixtures-plan_implement_review.dot': 'start',
      'robotdad__amplifier-bundle-attractor__tests-e2e-fixtures-simple_file_creation.dot': 'start',
      'robotdad__amplifier-bundle-attractor__tests-e2e-fixtures-simple_file_creation_gemini.dot': 'start',
      'samueljklee__attractor__examples-code_review.dot': 'start',
      'samueljklee__attractor__examples-codebase_to_spec.dot': 'start',
      'samueljklee__attractor__examples-edge_weights.dot': 'start',
      'samueljklee__attractor__examples-fibonacci.dot': 'start',
      'samueljklee__attractor__examples-first_success.dot': 'start',
      'samueljklee__attractor__examples-model_stylesheet.dot': 'start',
      'samueljklee__attractor__examples-multi_model_nodes.dot': 'start',
      'samueljklee__attractor__examples-parallel_approaches.dot': 'start',
      'samueljklee__attractor__examples-prompt_layering.dot': 'start',
      'samueljklee__attractor__examples-research_then_build.dot': 'start',
      'samueljklee__attractor__examples-retry_policy.dot': 'start',
      'samueljklee__attractor__examples-software_factory.dot': 'start',
      'samueljklee__attractor__examples-spec_driven_dev.dot': 'start',
      'samueljklee__attractor__examples-supervisor_child.dot': 'start',
      'samueljklee__attractor__examples-supervisor_loop.dot': 'start',
      'samueljklee__attractor__examples-variable_expansion.dot': 'start',
      'siarhei-belavus__attractor-pi-dev__packages-attractor-cli-tests-golden-workflows-conditional-branch-success.dot': 'start',
      'siarhei-belavus__attractor-pi-dev__packages-attractor-cli-tests-golden-workflows-fail-tool-missing-command.dot': 'start',
      'siarhei-belavus__attractor-pi-dev__packages-attractor-cli-tests-golden-workflows-human-gate-auto-approve.dot': 'start',
      'siarhei-belavus__attractor-pi-dev__packages-attractor-cli-tests-golden-workflows-manager-loop-success.child.dot': 'start',
      'siarhei-belavus__attractor-pi-dev__packages-attractor-cli-tests-golden-workflows-parallel-fanout-basic.dot': 'start',
      'siarhei-belavus__attractor-pi-dev__packages-attractor-cli-tests-golden-workflows-resume-conditional-partial-route.dot': 'start',
      'siarhei-belavus__attractor-pi-dev__packages-attractor-cli-tests-golden-workflows-resume-fail-after-resume.dot': 'start',
      'siarhei-belavus__attractor-pi-dev__packages-attractor-cli-tests-golden-workflows-resume-preferred-label-route.dot': 'start',
      'siarhei-belavus__attractor-pi-dev__packages-attractor-cli-tests-golden-workflows-simple-linear-success.dot': 'start',
      'siarhei-belavus__attractor-pi-dev__packages-attractor-cli-tests-golden-workflows-waiting-human-gate.dot': 'start',
      'siarhei-belavus__attractor-pi-dev__packages-attractor-cli-tests-golden-workflows-warning-visible.dot': 'start',
      'siarhei-belavus__attractor-pi-dev__packages-attractor-pi-tests-fixtures-debug-system-prompt-demo.dot': 'start',
      'siarhei-belavus__attractor-pi-dev__tmp-durable-live-check-1772824860982-cancel-during-pending-run-1-pipeline.dot': 'start',
      'siarhei-belavus__attractor-pi-dev__tmp-simple-real-pi.dot': 'start',
    },
    wrong: {},
  },
  'TOPO-004': {
    why: 'houses were gates for people in the engine they were written for; here a house manages, its first plain edge opens its child, and of the rest nothing has a condition',
    right: {
      'samueljklee__attractor__examples-human_approval.dot': 'review_gate->generate_migration',
      'samueljklee__attractor__tests-fixtures-issue36_corrected.dot':
        'review_scaffold->scaffold_service review_endpoints->implement_create review_openapi->openapi_spec review_persistence->persistence',
    },
    wrong: {},
  },
  'TOPO-005': {
    why: 'every cycle named is left or gone on with by what a model answers; the commands on some of them lead to a diamond by a plain edge, so that their failure ends the run instead of deciding about the cycle',
    right: {
      'danshapiro__kilroy__demo-rogue-rogue-spark.dot': 'postmortem->plan',
      'danshapiro__kilroy__demo-substack-pipeline-v01.dot': 'postmortem->plan_fanout',
      'danshapiro__kilroy__demo-substack-spec-v01.dot': 'postmortem->plan_fanout',
      'danshapiro__kilroy__docs-strongdm-dot-specs-semport.dot': 'TestValidate->FinalizeAndUpdateLedger',
      'danshapiro__kilroy__skills-create-dotfile-reference_template.dot': 'postmortem->plan_fanout',
      'martinemde__attractor__pipeline-testdata-goal_gate.dot': 'implement->plan',
      'robotdad__amplifier-bundle-attractor__modules-loop-pipeline-tests-fixtures-conditional_branch.dot': 'test->implement',
      'robotdad__amplifier-bundle-attractor__modules-loop-pipeline-tests-fixtures-goal_gate.dot': 'implement->implement',
      'robotdad__amplifier-bundle-attractor__modules-loop-pipeline-tests-fixtures-integration-semport.dot':
        'TestValidate->FinalizeAndUpdateLedger',
      'robotdad__amplifier-bundle-attractor__modules-loop-pipeline-tests-fixtures-integration-unified_llm_conditional.dot': 'fix->fix',
      'robotdad__amplifier-bundle-attractor__modules-loop-pipeline-tests-fixtures-report_outcome_convergence.dot': 'assess->assess',
      'robotdad__amplifier-bundle-attractor__modules-loop-pipeline-tests-fixtures-spec_branching.dot': 'validate->implement',
      'robotdad__amplifier-bundle-attractor__modules-loop-pipeline-tests-fixtures-spec_smoke_test.dot': 'implement->plan',
    },
    wrong: {},
  },
  'TOPO-006': {
    why: '`fix` leads to the exit and nothing tests again',
    right: {
      'samueljklee__attractor__examples-retry_policy.dot': 'validate->fix',
    },
    wrong: {},
  },
  'TOPO-007': {
    why: 'the loop_restart cycle has no max_visits and no counter; `max_retries=2` of `implement` looks like one',
    right: {
      'danshapiro__kilroy__demo-rogue-rogue-spark.dot': 'implement',
    },
    wrong: {},
  },
  'TOPO-008': {
    why: 'no command of the corpus has two verdicts with one end',
    right: {},
    wrong: {},
  },
  'TOPO-009': {
    why: 'labels `Retry`, `Fail`, `FAIL` of model nodes beside `outcome=success` and `outcome=fail`: an answer with such a label matches neither',
    right: {
      'martinemde__attractor__pipeline-testdata-goal_gate.dot': 'implement->review implement->plan',
      'robotdad__amplifier-bundle-attractor__modules-loop-pipeline-tests-fixtures-conditional_branch.dot': 'test->exit test->implement',
      'robotdad__amplifier-bundle-attractor__modules-loop-pipeline-tests-fixtures-goal_gate.dot': 'implement->review implement->implement',
      'robotdad__amplifier-bundle-attractor__modules-loop-pipeline-tests-fixtures-spec_smoke_test.dot': 'implement->review implement->plan',
      'samueljklee__attractor__examples-retry_policy.dot': 'validate->done validate->fix validate->fix',
    },
    wrong: {},
  },
  'TOPO-010': {
    why: 'no edge that a failure takes, no retry target, no continue_on_fail, looked up again in the text by other means; the run, or the branch, ends when the node fails',
    right: {
      'brynary__attractor__pipelines-factory-architect.dot': 'blueprint diagram approve',
      'brynary__attractor__pipelines-factory-expand.dot': 'propose approve execute',
      'brynary__attractor__pipelines-factory-implement.dot': 'strategy plan implement review fix',
      'brynary__attractor__pipelines-factory-seed.dot': 'ingest draft review',
      'brynary__attractor__pipelines-factory-specify.dot': 'clarify require approve',
      'brynary__attractor__pipelines-factory-sync.dot': 'propose review apply',
      'coreydaley__attractor__examples-branching.dot': 'plan implement validate',
      'coreydaley__attractor__examples-go-employee-api.dot': 'scaffold model handler server tests validate fix review',
      'coreydaley__attractor__examples-human-review.dot': 'generate review fix',
      'coreydaley__attractor__examples-simple.dot': 'plan implement test',
      'coreydaley__attractor__param-verify.dot':
        'check_graph_attrs check_node_attrs check_edge_attrs check_shapes check_engine check_handlers check_interviewers check_lint check_stylesheet check_transforms check_conditions check_fidelity summary',
      'coreydaley__attractor__spec-audit.dot':
        'audit_dsl audit_engine audit_handlers audit_state audit_human audit_lint audit_stylesheet audit_transforms summarize_gaps',
      'danshapiro__kilroy__cmd-kilroy-testdata-batch-has_errors.dot': 'work',
      'danshapiro__kilroy__cmd-kilroy-testdata-batch-warnings_only.dot': 'work',
      'danshapiro__kilroy__demo-dttf-dttf.dot':
        'expand_spec check_dod dod_fanout dod_a dod_b dod_c consolidate_dod plan_fanout plan_a plan_b plan_c debate_consolidate implement fix_fmt verify_fmt verify_build verify_test verify_vet check_deliverables verify_fidelity review_fanout review_a review_b review_c review_consensus postmortem',
      'danshapiro__kilroy__demo-rogue-rogue-spark.dot':
        'check_toolchain expand_spec check_dod define_dod plan implement verify_fmt verify_build verify_test verify_artifacts verify_fidelity review postmortem',
      'danshapiro__kilroy__demo-rogue-rogue_fast.dot':
        'check_toolchain expand_spec impl_analysis verify_analysis impl_architecture verify_architecture impl_scaffold verify_scaffold fanout impl_dungeon verify_dungeon impl_combat_items verify_combat_items impl_monsters verify_monsters impl_player_io verify_player_io fanin impl_integration verify_integration impl_qa verify_qa review',
      'danshapiro__kilroy__demo-rogue-rogue_port.dot':
        'check_toolchain expand_spec impl_analysis verify_analysis impl_architecture verify_architecture impl_scaffold verify_scaffold fanout impl_dungeon verify_dungeon impl_combat_items verify_combat_items impl_monsters verify_monsters impl_player_io verify_player_io fanin impl_integration verify_integration review',
      'danshapiro__kilroy__demo-substack-pipeline-v01.dot':
        'expand_spec check_dod dod_fanout dod_a dod_b dod_c consolidate_dod plan_fanout plan_a plan_b plan_c debate_consolidate plan_work work_pool worker_0 worker_1 worker_2 merge_implementation fix_fmt verify_fmt verify_build verify_test verify_artifacts verify_fidelity review_fanout review_a review_b review_c',
      'danshapiro__kilroy__demo-substack-spec-v01.dot':
        'expand_spec plan_fanout plan_a plan_b debate_consolidate implement fix_fmt verify_fmt verify_build verify_test verify_browser verify_artifacts verify_fidelity review_fanout review_a review_b postmortem',
      'danshapiro__kilroy__demo-tmux-agent-test-graph.dot': 'agent verify',
      'danshapiro__kilroy__demo-tool-only-graph.dot': 'step1 step2',
      'danshapiro__kilroy__docs-strongdm-dot-specs-semport.dot':
        'FinalizeAndUpdateLedger TestValidate AnalyzeFailureSonnet FetchUpstreamSonnet ImplementPort FinalizePlanGPT AnalyzePlanSonnet',
      'danshapiro__kilroy__research-baseline-test-complex.dot':
        'setup_project define_types implement_loader implement_preprocessing implement_path_decomposition implement_polygon_fit implement_bezier_fit implement_font_optimization implement_coordinate_mapping integrate_tracer implement_head_table implement_metrics_tables implement_hmtx_table implement_os2_table implement_name_table implement_post_table implement_cmap_table implement_glyf_loca_tables implement_gasp_table implement_font_assembly implement_font_writer implement_pipeline implement_rasterizer implement_validation implement_ssim implement_test_harness implement_cli_build implement_cli_rasterize implement_cli_validate implement_cli_test implement_cli_main implement_test_loader implement_test_tracer implement_test_ttf implement_integration_test write_documentation implement_build_system final_validation',
      'danshapiro__kilroy__research-baseline-test-vague.dot':
        'plan_game setup_project implement_card_model implement_game_state implement_game_logic implement_ui implement_game_features test_game finalize plan_failed implementation_failed test_failed',
      'danshapiro__kilroy__research-green-test-moderate.dot':
        'expand_spec impl_setup verify_setup impl_types verify_types impl_robotstxt verify_robotstxt impl_checker verify_checker impl_extractor verify_extractor impl_crawler verify_crawler impl_report verify_report impl_cli verify_cli impl_integration verify_integration review',
      'danshapiro__kilroy__research-refactor-test-complex.dot':
        'impl_setup verify_setup impl_loader verify_loader impl_tracer verify_tracer impl_metrics verify_metrics impl_tables verify_tables impl_writer verify_writer impl_validator verify_validator impl_rasterizer verify_rasterizer impl_cli verify_cli impl_test_harness verify_test_harness impl_integration verify_integration review',
      'danshapiro__kilroy__research-refactor-test-vague.dot':
        'expand_spec impl_setup verify_setup impl_data_structures verify_data_structures impl_game_logic verify_game_logic impl_terminal_ui verify_terminal_ui impl_integration verify_integration review',
      'danshapiro__kilroy__skills-create-dotfile-reference_template.dot':
        'expand_spec check_dod dod_fanout dod_a dod_b dod_c consolidate_dod plan_fanout plan_a plan_b plan_c debate_consolidate implement fix_fmt verify_fmt verify_build verify_test verify_artifacts verify_fidelity review_fanout review_a review_b review_c',
      'danshapiro__kilroy__workflows-build-test-graph.dot': 'detect build test report_success report_build_fail report_test_fail',
      'danshapiro__kilroy__workflows-multi-tool-exercise-graph.dot': 'claude_write codex_write opencode_write validate',
      'danshapiro__kilroy__workflows-pr-review-pr-review.dot': 'setup investigate decide',
      'danshapiro__kilroy__workflows-quick-launch-graph.dot': 'agent',
      'martinemde__attractor__pipeline-testdata-conditional_branch.dot': 'plan implement validate',
      'martinemde__attractor__pipeline-testdata-goal_gate.dot': 'plan',
      'martinemde__attractor__pipeline-testdata-human_gate.dot': 'implement review_gate',
      'martinemde__attractor__pipeline-testdata-multi_stage.dot': 'gather_requirements design write_tests run_tests security_review',
      'martinemde__attractor__pipeline-testdata-retry_pipeline.dot': 'flaky_task',
      'martinemde__attractor__pipeline-testdata-simple_linear.dot': 'task',
      'martinemde__attractor__pipelines-develop.dot': 'read_spec implement test',
      'martinemde__attractor__pipelines-smoke.dot': 'echo',
      'martinemde__attractor__pipelines-spec_conformance.dot': 'read_spec read_impl report',
      'robotdad__amplifier-bundle-attractor__examples-dev-machine-foundry-admissions.dot':
        'gate1 gate2 gate3 gate4 gate5 compile_assessment',
      'robotdad__amplifier-bundle-attractor__examples-dev-machine-foundry-generate-machine.dot':
        'design_check read_design qa_check gen_qa gen_iteration gen_post_session gen_health_check gen_fix_iteration gen_scripts gen_infra validation_all gen_smoke_test',
      'robotdad__amplifier-bundle-attractor__examples-dev-machine-foundry-machine-design.dot':
        'assessment_check phase1_config phase2_decomposition phase3_scripts phase4_pipeline phase5_design phase6_manifest',
      'robotdad__amplifier-bundle-attractor__examples-dev-machine-runtime-fix-iteration.dot': 'fix_session',
      'robotdad__amplifier-bundle-attractor__examples-dev-machine-runtime-health-check.dot': 'fix_loop',
      'robotdad__amplifier-bundle-attractor__examples-dev-machine-runtime-iteration.dot':
        'orient test_preflight working_session build_check post_session',
      'robotdad__amplifier-bundle-attractor__examples-dev-machine-runtime-post-session.dot':
        'archive_features session_accounting status_output',
      'robotdad__amplifier-bundle-attractor__examples-dev-machine-runtime-qa-iteration.dot': 'orient qa_session post_qasession',
      'robotdad__amplifier-bundle-attractor__examples-dev-machine-runtime-qa.dot': 'container_check read_qa_state qa_loop',
      'robotdad__amplifier-bundle-attractor__examples-dev-machine-runtime-smoke-test.dot': 'preflight smoke_summary',
      'robotdad__amplifier-bundle-attractor__examples-gates-base-sha-anchor.dot': 'halt work',
      'robotdad__amplifier-bundle-attractor__examples-gates-delta-assertion-gate.dot': 'work',
      'robotdad__amplifier-bundle-attractor__examples-gates-preflight-evidence-file.dot': 'halt work',
      'robotdad__amplifier-bundle-attractor__examples-patterns-convergence-factory.dot': 'generate assess feedback',
      'robotdad__amplifier-bundle-attractor__examples-patterns-conversational-gate.dot': 'ask eval',
      'robotdad__amplifier-bundle-attractor__examples-patterns-demo-combined.dot': 'gather_requirements generate_artifact',
      'robotdad__amplifier-bundle-attractor__examples-patterns-demo-convergence-factory.dot': 'generate_utils',
      'robotdad__amplifier-bundle-attractor__examples-patterns-demo-conversational-gates.dot': 'gate1 gate2 gate3',
      'robotdad__amplifier-bundle-attractor__examples-patterns-task-runner.dot':
        'bad_input orient attempt diagnose postmortem pm_gate escalate bump_budget abandon',
      'robotdad__amplifier-bundle-attractor__examples-pipelines-00-convergence-loop.dot': 'implement',
      'robotdad__amplifier-bundle-attractor__examples-pipelines-01-simple-linear.dot': 'implement',
      'robotdad__amplifier-bundle-attractor__examples-pipelines-02-plan-implement-test.dot': 'plan implement',
      'robotdad__amplifier-bundle-attractor__examples-pipelines-03-conditional-routing.dot': 'implement test',
      'robotdad__amplifier-bundle-attractor__examples-pipelines-04-retry-with-fallback.dot': 'plan renegotiate',
      'robotdad__amplifier-bundle-attractor__examples-pipelines-05-parallel-fan-out.dot':
        'plan parallel_tests test_arithmetic test_trig test_stats collect_results summarize',
      'robotdad__amplifier-bundle-attractor__examples-pipelines-06-model-stylesheet.dot':
        'analyze refactor lint_check critical_review quick_fix',
      'robotdad__amplifier-bundle-attractor__examples-pipelines-07-fidelity-modes.dot':
        'architect implement_auth implement_rate_limit implement_logging integration_test final_review',
      'robotdad__amplifier-bundle-attractor__examples-pipelines-08-human-gate.dot':
        'implement test review_gate deploy_staging prod_gate deploy_prod fix_issues rollback',
      'robotdad__amplifier-bundle-attractor__examples-pipelines-09-manager-supervisor.dot': 'plan manager implement test report',
      'robotdad__amplifier-bundle-attractor__examples-pipelines-10-full-attractor.dot':
        'plan parallel_impl collect integrate test fix_tests final_review review_gate polish',
      'robotdad__amplifier-bundle-attractor__examples-pipelines-11-manager-child-dotfile-hitl-child-with-gate.dot':
        'hitl_gate approved rejected',
      'robotdad__amplifier-bundle-attractor__examples-pipelines-11-manager-child-dotfile-hitl-parent.dot': 'manager',
      'robotdad__amplifier-bundle-attractor__examples-pipelines-12-graph-resume.dot':
        'analyze_smells plan_refactor snapshot_tests implement_refactor run_tests diff_review',
      'robotdad__amplifier-bundle-attractor__examples-pipelines-practical-bug-fix.dot': 'escalated verdict_gate',
      'robotdad__amplifier-bundle-attractor__examples-pipelines-practical-evidence-feedback-convergence-2026-08-04-feedback-live.dot':
        'generate feedback',
      'robotdad__amplifier-bundle-attractor__examples-pipelines-practical-feature-build.dot':
        'parse_spec plan_subtasks parallel_impl impl_core impl_api impl_tests collect review_gate',
      'robotdad__amplifier-bundle-attractor__examples-pipelines-practical-multi-lens-review.dot':
        'review_fanout review_security review_architecture review_perf reviews_join synthesize',
      'robotdad__amplifier-bundle-attractor__examples-pipelines-practical-pr-review.dot':
        'analyze parallel_review review_bugs review_style review_security review_perf collect prioritize generate_comments',
      'robotdad__amplifier-bundle-attractor__examples-pipelines-practical-refactor.dot':
        'analyze_smells plan_refactor implement_refactor run_tests diff_review',
      'robotdad__amplifier-bundle-attractor__examples-pipelines-practical-test-gen.dot': 'analyze identify_gaps run_tests fix_failures',
      'robotdad__amplifier-bundle-attractor__github-actions-key-smoke-actions-key-smoke.dot': 'probe',
      'robotdad__amplifier-bundle-attractor__github-capsule-pipeline-capsule.dot':
        'bad_input dirty_tree orient_fail rival_reset author_reset write_green_finding reset_fail diagnose_fail budget_decision write_cant_gate_finding pm_gate escalate bump_budget abandon',
      'robotdad__amplifier-bundle-attractor__github-capsule-pipeline-feature-capsule.dot':
        'bad_input dirty_tree write_unspecced_finding criteria_fail orient_fail rival_reset author_reset leak_drift_fail write_green_finding write_partial_finding write_blocked_on_criteria reset_fail diagnose_fail budget_decision write_cant_gate_finding pm_gate escalate bump_budget abandon',
      'robotdad__amplifier-bundle-attractor__github-capsule-pipeline-task-runner.dot':
        'bad_input orient attempt diagnose stamp_a pm_gate forge_fail escalate bump_budget abandon',
      'robotdad__amplifier-bundle-attractor__modules-loop-pipeline-tests-fixtures-child_pipeline.dot': 'child_work',
      'robotdad__amplifier-bundle-attractor__modules-loop-pipeline-tests-fixtures-conditional_branch.dot': 'implement',
      'robotdad__amplifier-bundle-attractor__modules-loop-pipeline-tests-fixtures-integration-consensus_task.dot':
        'CheckDoD DefineDoD_Gemini DefineDoD_GPT DefineDoD_Opus ConsolidateDoD PlanGemini PlanGPT PlanOpus DebateConsolidate Implement ReviewGemini ReviewGPT ReviewOpus ReviewConsensus Postmortem DefineDoD_FanOut DefineDoD_Join Plan_FanOut Plan_Join Review_FanOut Review_Join',
      'robotdad__amplifier-bundle-attractor__modules-loop-pipeline-tests-fixtures-integration-semport.dot':
        'FinalizeAndUpdateLedger TestValidate AnalyzeFailureSonnet FetchUpstreamSonnet ImplementPort FinalizePlanGPT AnalyzePlanSonnet',
      'robotdad__amplifier-bundle-attractor__modules-loop-pipeline-tests-fixtures-integration-unified_llm_model_routing.dot':
        'analyze deep_review',
      'robotdad__amplifier-bundle-attractor__modules-loop-pipeline-tests-fixtures-integration-unified_llm_multi_step.dot':
        'plan implement review',
      'robotdad__amplifier-bundle-attractor__modules-loop-pipeline-tests-fixtures-integration-unified_llm_parallel.dot':
        'parallel bugs style_check security collect summarize',
      'robotdad__amplifier-bundle-attractor__modules-loop-pipeline-tests-fixtures-integration-unified_llm_simple.dot': 'implement',
      'robotdad__amplifier-bundle-attractor__modules-loop-pipeline-tests-fixtures-parent_with_child.dot': 'review post_work',
      'robotdad__amplifier-bundle-attractor__modules-loop-pipeline-tests-fixtures-report_outcome_convergence.dot': 'assess',
      'robotdad__amplifier-bundle-attractor__modules-loop-pipeline-tests-fixtures-simple_linear.dot': 'implement validate',
      'robotdad__amplifier-bundle-attractor__modules-loop-pipeline-tests-fixtures-spec_branching.dot': 'plan implement',
      'robotdad__amplifier-bundle-attractor__modules-loop-pipeline-tests-fixtures-spec_human_gate.dot': 'review_gate ship_it fixes',
      'robotdad__amplifier-bundle-attractor__modules-loop-pipeline-tests-fixtures-spec_simple_linear.dot': 'run_tests report',
      'robotdad__amplifier-bundle-attractor__modules-loop-pipeline-tests-fixtures-spec_smoke_test.dot': 'plan',
      'robotdad__amplifier-bundle-attractor__modules-loop-pipeline-tests-fixtures-spec_stylesheet.dot': 'plan implement critical_review',
      'robotdad__amplifier-bundle-attractor__modules-pipeline-runner-tests-fixtures-fixture_box_writes_cwd.dot': 'write_proof',
      'robotdad__amplifier-bundle-attractor__modules-pipeline-runner-tests-fixtures-fixture_human_gate.dot': 'approve_gate',
      'robotdad__amplifier-bundle-attractor__modules-pipeline-runner-tests-fixtures-fixture_tool_reads_param.dot': 'write_proof',
      'robotdad__amplifier-bundle-attractor__skills-attractorify-evidence-session-b-generated.dot': 'review fix_review',
      'robotdad__amplifier-bundle-attractor__tests-e2e-fixtures-conditional_routing.dot': 'implement test',
      'robotdad__amplifier-bundle-attractor__tests-e2e-fixtures-plan_implement_review.dot': 'plan implement validate',
      'robotdad__amplifier-bundle-attractor__tests-e2e-fixtures-simple_file_creation.dot': 'implement',
      'robotdad__amplifier-bundle-attractor__tests-e2e-fixtures-simple_file_creation_gemini.dot': 'implement',
      'samueljklee__attractor__examples-code_review.dot': 'implement review',
      'samueljklee__attractor__examples-codebase_to_spec.dot':
        'discover analyze_arch analyze_behavior analyze_integration build_graph write_specs cross_review finalize',
      'samueljklee__attractor__examples-compound_conditions.dot': 'implement fix',
      'samueljklee__attractor__examples-conditional_goal_gate.dot': 'plan implement fix',
      'samueljklee__attractor__examples-edge_weights.dot': 'implement review polish ship',
      'samueljklee__attractor__examples-fibonacci.dot': 'plan implement',
      'samueljklee__attractor__examples-first_success.dot': 'race impl_claude impl_openai impl_gemini winner',
      'samueljklee__attractor__examples-human_approval.dot': 'generate_migration review_gate apply',
      'samueljklee__attractor__examples-model_stylesheet.dot': 'plan implement code_review security_review',
      'samueljklee__attractor__examples-multi_model_nodes.dot': 'research implement critique',
      'samueljklee__attractor__examples-parallel_approaches.dot': 'fork approach_dp approach_expand approach_manacher join',
      'samueljklee__attractor__examples-prompt_layering.dot': 'architect security implement',
      'samueljklee__attractor__examples-research_then_build.dot': 'research design implement',
      'samueljklee__attractor__examples-retry_policy.dot': 'implement fix',
      'samueljklee__attractor__examples-software_factory.dot': 'research design implement write_tests review',
      'samueljklee__attractor__examples-spec_driven_dev.dot': 'catalog validate plan implement verify_impl gen_tests run_tests',
      'samueljklee__attractor__examples-supervisor_child.dot': 'design implement',
      'samueljklee__attractor__examples-supervisor_loop.dot': 'supervisor',
      'samueljklee__attractor__examples-tool_node.dot': 'implement fix',
      'samueljklee__attractor__examples-variable_expansion.dot': 'define_spec implement write_tests',
      'samueljklee__attractor__tests-fixtures-issue36_corrected.dot':
        'scaffold_service review_scaffold implement_create implement_read implement_update implement_delete review_endpoints openapi_spec review_openapi persistence review_persistence test_unit test_integration review_testing',
      'samueljklee__attractor__tests-fixtures-validate_house_shape.dot': 'task1 review1',
      'siarhei-belavus__attractor-pi-dev__docs-specs-examples-branching.dot': 'plan implement validate',
      'siarhei-belavus__attractor-pi-dev__docs-specs-examples-human-gate.dot': 'review_gate ship_it fixes',
      'siarhei-belavus__attractor-pi-dev__examples-attractor-pi-dev-development-pipeline.dot':
        'planning implementation validate review review_gate',
      'siarhei-belavus__attractor-pi-dev__examples-parallel-code-review-pipeline.dot':
        'review_artifacts context_scan validate parallel_review architecture_review complexity_review edge_case_review tests_review plan_review merge_findings lead_summary review_gate follow_up',
      'siarhei-belavus__attractor-pi-dev__examples-ralph-wiggum-pipeline.dot': 'list_ready plan implement validate complete sync commit',
      'siarhei-belavus__attractor-pi-dev__examples-spec-to-beads-pipeline.dot': 'understand decompose file_issues review review_gate sync',
      'siarhei-belavus__attractor-pi-dev__packages-attractor-cli-tests-golden-workflows-conditional-branch-success.dot':
        'plan validate retry_work',
      'siarhei-belavus__attractor-pi-dev__packages-attractor-cli-tests-golden-workflows-fail-tool-missing-command.dot': 'work',
      'siarhei-belavus__attractor-pi-dev__packages-attractor-cli-tests-golden-workflows-human-gate-auto-approve.dot':
        'review ship_it rework',
      'siarhei-belavus__attractor-pi-dev__packages-attractor-cli-tests-golden-workflows-manager-loop-max-cycles.dot': 'child manager',
      'siarhei-belavus__attractor-pi-dev__packages-attractor-cli-tests-golden-workflows-manager-loop-success.child.dot': 'child_work',
      'siarhei-belavus__attractor-pi-dev__packages-attractor-cli-tests-golden-workflows-manager-loop-success.dot': 'manager',
      'siarhei-belavus__attractor-pi-dev__packages-attractor-cli-tests-golden-workflows-parallel-fanout-basic.dot':
        'parallel_node branch_a branch_b fan_in',
      'siarhei-belavus__attractor-pi-dev__packages-attractor-cli-tests-golden-workflows-resume-conditional-partial-route.dot':
        'recover success_branch',
      'siarhei-belavus__attractor-pi-dev__packages-attractor-cli-tests-golden-workflows-resume-fail-after-resume.dot':
        'success_branch fail_branch',
      'siarhei-belavus__attractor-pi-dev__packages-attractor-cli-tests-golden-workflows-resume-preferred-label-route.dot':
        'chooser left right',
      'siarhei-belavus__attractor-pi-dev__packages-attractor-cli-tests-golden-workflows-simple-linear-success.dot': 'plan implement',
      'siarhei-belavus__attractor-pi-dev__packages-attractor-cli-tests-golden-workflows-waiting-human-gate.dot': 'review ship_it rework',
      'siarhei-belavus__attractor-pi-dev__packages-attractor-cli-tests-golden-workflows-warning-visible.dot': 'work',
      'siarhei-belavus__attractor-pi-dev__packages-attractor-pi-tests-fixtures-debug-system-prompt-demo.dot': 'ask',
      'siarhei-belavus__attractor-pi-dev__tmp-durable-live-check-1772824860982-cancel-during-pending-run-1-pipeline.dot': 'review ship_it',
      'siarhei-belavus__attractor-pi-dev__tmp-simple-real-pi.dot': 'ask_pi',
    },
    wrong: {},
  },
  'TOPO-011': {
    why: 'the ways named exist: the gates of the capsules can be gone around by the escalation to a person, by the finding without criteria; the gate of the fallback lies on the fallback only',
    right: {
      'robotdad__amplifier-bundle-attractor__examples-pipelines-04-retry-with-fallback.dot': 'simple_implement',
      'robotdad__amplifier-bundle-attractor__github-capsule-pipeline-capsule.dot':
        'capsule_gate redgate nonvacuity_gate verdict discrimination_check',
      'robotdad__amplifier-bundle-attractor__github-capsule-pipeline-feature-capsule.dot':
        'capsule_gate redgate nonvacuity_gate verdict discrimination_check',
    },
    wrong: {},
  },
  'TOPO-012': {
    why: 'test-and-fix loops without max_visits, and loops of labels; none of their commands counts rounds (those of task-runner, convergence-factory and bug-fix do, and are silent)',
    right: {
      'danshapiro__kilroy__demo-dttf-dttf.dot': 'postmortem->check_toolchain',
      'danshapiro__kilroy__demo-rogue-rogue-spark.dot': 'postmortem->plan',
      'danshapiro__kilroy__demo-substack-pipeline-v01.dot': 'postmortem->check_toolchain',
      'danshapiro__kilroy__demo-substack-spec-v01.dot': 'postmortem->check_toolchain',
      'danshapiro__kilroy__docs-strongdm-dot-specs-semport.dot': 'TestValidate->FinalizeAndUpdateLedger',
      'danshapiro__kilroy__skills-create-dotfile-reference_template.dot': 'postmortem->check_toolchain',
      'martinemde__attractor__pipeline-testdata-goal_gate.dot': 'implement->plan',
      'robotdad__amplifier-bundle-attractor__examples-dev-machine-runtime-iteration.dot': 'post_session->start',
      'robotdad__amplifier-bundle-attractor__examples-gates-base-sha-anchor.dot': 'assert_delta->work',
      'robotdad__amplifier-bundle-attractor__examples-gates-delta-assertion-gate.dot': 'AssertDelta->work',
      'robotdad__amplifier-bundle-attractor__examples-gates-preflight-evidence-file.dot': 'ReadEnvCheck->work',
      'robotdad__amplifier-bundle-attractor__examples-patterns-task-runner.dot': 'critique->verify',
      'robotdad__amplifier-bundle-attractor__examples-pipelines-00-convergence-loop.dot': 'test_gate->implement',
      'robotdad__amplifier-bundle-attractor__examples-pipelines-02-plan-implement-test.dot': 'test_gate->implement',
      'robotdad__amplifier-bundle-attractor__examples-pipelines-03-conditional-routing.dot': 'fix->test',
      'robotdad__amplifier-bundle-attractor__examples-pipelines-04-retry-with-fallback.dot':
        'validate_relaxed->simple_implement check_renegotiation->renegotiate',
      'robotdad__amplifier-bundle-attractor__examples-pipelines-09-manager-supervisor.dot': 'gate->implement',
      'robotdad__amplifier-bundle-attractor__examples-pipelines-10-full-attractor.dot': 'fix_tests->test',
      'robotdad__amplifier-bundle-attractor__examples-pipelines-12-graph-resume.dot': 'test_gate->implement_refactor',
      'robotdad__amplifier-bundle-attractor__examples-pipelines-practical-evidence-feedback-convergence-2026-08-04-feedback-live.dot':
        'feedback->generate',
      'robotdad__amplifier-bundle-attractor__examples-pipelines-practical-feature-build.dot': 'test_gate->integration_test',
      'robotdad__amplifier-bundle-attractor__examples-pipelines-practical-refactor.dot': 'test_gate->implement_refactor',
      'robotdad__amplifier-bundle-attractor__examples-pipelines-practical-test-gen.dot': 'fix_failures->run_tests',
      'robotdad__amplifier-bundle-attractor__modules-loop-pipeline-tests-fixtures-conditional_branch.dot': 'test->implement',
      'robotdad__amplifier-bundle-attractor__modules-loop-pipeline-tests-fixtures-goal_gate.dot': 'implement->implement',
      'robotdad__amplifier-bundle-attractor__modules-loop-pipeline-tests-fixtures-integration-semport.dot':
        'TestValidate->FinalizeAndUpdateLedger',
      'robotdad__amplifier-bundle-attractor__modules-loop-pipeline-tests-fixtures-integration-unified_llm_conditional.dot': 'fix->fix',
      'robotdad__amplifier-bundle-attractor__modules-loop-pipeline-tests-fixtures-report_outcome_convergence.dot': 'assess->assess',
      'robotdad__amplifier-bundle-attractor__modules-loop-pipeline-tests-fixtures-spec_branching.dot': 'validate->implement',
      'robotdad__amplifier-bundle-attractor__modules-loop-pipeline-tests-fixtures-spec_smoke_test.dot': 'implement->plan',
      'robotdad__amplifier-bundle-attractor__skills-attractorify-evidence-session-b-generated.dot': 'fix_review->check_gate',
      'samueljklee__attractor__examples-compound_conditions.dot': 'fix->verify',
      'samueljklee__attractor__examples-human_approval.dot': 'review_gate->generate_migration',
      'samueljklee__attractor__examples-tool_node.dot': 'fix->run_tests',
      'samueljklee__attractor__tests-fixtures-issue36_corrected.dot':
        'review_scaffold->scaffold_service review_endpoints->implement_create review_openapi->openapi_spec review_persistence->persistence review_testing->test_unit',
      'siarhei-belavus__attractor-pi-dev__examples-ralph-wiggum-pipeline.dot': 'commit->list_ready',
    },
    wrong: {},
  },
  'TOPO-013': {
    why: 'warnings: model nodes whose edges ask for one or two of the outcomes that a model can report, or for labels alone; a manager without any edge but the one to its child; failures of a class that does not exist here. Infos: values of context keys and last lines that nothing in the graph fixes',
    right: {
      'brynary__attractor__pipelines-factory-sync.dot': 'detect',
      'danshapiro__kilroy__demo-rogue-rogue-spark.dot': 'check_dod',
      'danshapiro__kilroy__demo-substack-pipeline-v01.dot': 'postmortem',
      'danshapiro__kilroy__docs-strongdm-dot-specs-semport.dot': 'TestValidate FetchUpstreamSonnet AnalyzePlanSonnet',
      'danshapiro__kilroy__skills-create-dotfile-reference_template.dot': 'postmortem',
      'martinemde__attractor__pipeline-testdata-goal_gate.dot': 'implement review',
      'robotdad__amplifier-bundle-attractor__examples-dev-machine-foundry-admissions.dot': 'verdict_gate',
      'robotdad__amplifier-bundle-attractor__examples-dev-machine-foundry-generate-machine.dot': 'design_gate qa_gate',
      'robotdad__amplifier-bundle-attractor__examples-dev-machine-foundry-machine-design.dot': 'assessment_gate',
      'robotdad__amplifier-bundle-attractor__examples-dev-machine-runtime-health-check.dot': 'clean_gate',
      'robotdad__amplifier-bundle-attractor__examples-dev-machine-runtime-iteration.dot': 'orient_gate test_preflight_gate build_gate',
      'robotdad__amplifier-bundle-attractor__examples-dev-machine-runtime-qa-iteration.dot': 'orient_gate',
      'robotdad__amplifier-bundle-attractor__examples-dev-machine-runtime-qa.dot': 'blocked_gate qa_loop',
      'robotdad__amplifier-bundle-attractor__examples-patterns-convergence-factory.dot': 'check',
      'robotdad__amplifier-bundle-attractor__examples-patterns-conversational-gate.dot': 'check',
      'robotdad__amplifier-bundle-attractor__examples-patterns-task-runner.dot': 'verify',
      'robotdad__amplifier-bundle-attractor__examples-pipelines-12-graph-resume.dot': 'check_tests_done',
      'robotdad__amplifier-bundle-attractor__examples-pipelines-practical-bug-fix.dot': 'verdict_gate',
      'robotdad__amplifier-bundle-attractor__github-capsule-pipeline-capsule.dot':
        'setup rival_reset author_reset redgate nonvacuity_gate discrimination_check',
      'robotdad__amplifier-bundle-attractor__github-capsule-pipeline-feature-capsule.dot':
        'setup criteria_gate rival_reset author_reset redgate nonvacuity_gate discrimination_check package diagnose_gate',
      'robotdad__amplifier-bundle-attractor__modules-loop-pipeline-tests-fixtures-conditional_branch.dot': 'test',
      'robotdad__amplifier-bundle-attractor__modules-loop-pipeline-tests-fixtures-goal_gate.dot': 'implement review',
      'robotdad__amplifier-bundle-attractor__modules-loop-pipeline-tests-fixtures-integration-consensus_task.dot':
        'CheckDoD ReviewConsensus',
      'robotdad__amplifier-bundle-attractor__modules-loop-pipeline-tests-fixtures-integration-semport.dot':
        'TestValidate FetchUpstreamSonnet AnalyzePlanSonnet',
      'robotdad__amplifier-bundle-attractor__modules-loop-pipeline-tests-fixtures-report_outcome_convergence.dot': 'assess',
      'robotdad__amplifier-bundle-attractor__modules-loop-pipeline-tests-fixtures-spec_smoke_test.dot': 'implement review',
      'samueljklee__attractor__examples-compound_conditions.dot': 'verify',
      'samueljklee__attractor__examples-retry_policy.dot': 'validate',
    },
    wrong: {},
  },
  'TOPO-014': {
    why: 'no model node of these loop_restart cycles has feedback_from; some prompts tell the model to read files that a critic may have left, which the engine does not promise',
    right: {
      'danshapiro__kilroy__demo-rogue-rogue-spark.dot': 'postmortem->plan',
      'danshapiro__kilroy__demo-substack-pipeline-v01.dot': 'check_work_complete->work_pool',
      'danshapiro__kilroy__docs-strongdm-dot-specs-semport.dot':
        'FinalizeAndUpdateLedger->FetchUpstreamSonnet AnalyzePlanSonnet->FetchUpstreamSonnet',
      'robotdad__amplifier-bundle-attractor__examples-patterns-task-runner.dot': 'feedback->attempt',
      'robotdad__amplifier-bundle-attractor__examples-pipelines-00-convergence-loop.dot': 'test_gate->implement',
      'robotdad__amplifier-bundle-attractor__examples-pipelines-02-plan-implement-test.dot': 'test_gate->implement',
      'robotdad__amplifier-bundle-attractor__examples-pipelines-04-retry-with-fallback.dot':
        'validate_gate->implement check_renegotiation->renegotiate validate_relaxed->simple_implement',
      'robotdad__amplifier-bundle-attractor__examples-pipelines-practical-bug-fix.dot': 'feedback->implement_fix',
      'robotdad__amplifier-bundle-attractor__github-capsule-pipeline-task-runner.dot': 'feedback->attempt',
      'robotdad__amplifier-bundle-attractor__modules-loop-pipeline-tests-fixtures-integration-semport.dot':
        'FinalizeAndUpdateLedger->FetchUpstreamSonnet AnalyzePlanSonnet->FetchUpstreamSonnet',
    },
    wrong: {},
  },
};
