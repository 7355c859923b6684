/** What docs/rules/ says of each rule, by id. Written by `node scripts/rule-help.mjs`. */
export const ruleHelp: Readonly<Record<string, { readonly when: string; readonly why: string; readonly what: string }>> = {
  'CMD-001': {
    when: "The exit status of a command is that of a filter at the end of a pipe (`npm test | tail -20`), and the failure of what is before it would matter. Statements under `set -e` count too. A shell parser reads the command: `set -o pipefail` in any form, `PIPESTATUS`, line breaks, `&&` and `||`, subshells, functions, and `bash -c '..'` are understood. A pipe that ends in a decision, such as `grep -q`, is none of these. A goal gate that cannot fail is one too: its command ends with 0 whatever it finds, as `npm test || true`, `npm test; echo done`, `npm test &`, `if ! npm test; then echo FAILED; fi`, `npm test > out 2>&1; tail out` and a plain `true` do. Not where something else tells: a status file, `must_write`, `parse_json`, or edges that test what was printed. Nodes that are no goal gates may end so.",
    why: 'A shell reports the last command of a pipe. `tail` succeeds whatever the tests did, so the node passes. A goal gate that always passes holds nothing back: the run succeeds with failing tests.',
    what: "Put `set -o pipefail` in front. In a shell without it, keep the status: `npm test > log 2>&1; code=$?; tail -20 log; exit $code`. The fix does the one or the other, as the node's shell allows. It is offered only where nothing else changes its meaning by it: each pipeline of the command runs a known build or test command that ends by itself into filters that read to the end (`tail`, `cat`, `sort`, `tee` and the like). There is no fix for searches, wrappers (`xargs`, `bash -c`, `timeout`), functions, `head`, a pipeline under `!`, nor for a command that says `set +o pipefail`. Let a goal gate end with the status of the check: `npm test; code=$?; echo done; exit $code`. A node that only reports is no goal gate.",
  },
  'CMD-002': {
    when: 'The exit status of a masked pipe (see CMD-001) decides which word the command prints: `npm test | tail && echo PASS`, or the same in an `if`.',
    why: '`tail` succeeds, so PASS is printed every time, and edges that test `tool.last_line` go by it.',
    what: 'Set `pipefail`, or test the command itself: `npm test > log 2>&1 && echo PASS || echo FAIL`.',
  },
  'CMD-003': {
    when: 'A node sets `tool_substitution="raw"`.',
    why: 'Values are then pasted into the command as text. What a model answered, or a tool printed, becomes code of the shell: a quote, a `;` or a `$(..)` in it is executed.',
    what: 'Leave the attribute out. `$name` and `${a.b}` are then variables of the shell, which hold the value whatever is in it. Where a value is meant to be code, write `eval "$x"`: then it can be seen.',
  },
  'CMD-004': {
    when: 'A command changes into an absolute path outside the working directory.',
    why: 'The graph runs on one machine only, and `must_write`, `requires` and attachments look in the working directory, not there.',
    what: 'Run the pipeline there (`--cwd /opt/app`), use a path below the working directory, or make the folder a parameter.',
  },
  'CMD-005': {
    when: "A context key is referenced in a here-document whose delimiter is quoted (`<<'EOF'`).",
    why: 'The shell expands nothing there: `$issue` is written as it stands.',
    what: 'Take the quotes of the delimiter away and escape other dollar signs, or print the value outside: `printf \'%s\\n\' "$issue" >> note.md`.',
  },
  'CMD-006': {
    when: 'A context key is referenced where its value becomes code: as the command itself, after `eval`, or within the code of another interpreter (`python -c`, `node -e`, `perl -e`, `ruby -e`, `php -r`, `ssh`, a here-document for one of them).',
    why: 'Who writes the value decides what runs. Values come from models, tools and people.',
    what: 'Hand the value over as data: as an argument, by `tool_env`, or on standard input. Name the program in the command instead of in a key.',
  },
  'CMD-007': {
    when: "`pipefail` is set under a shell that does not have it: `sh`, `dash` and the like, as the node's `shell` or behind `sh -c`.",
    why: '`set -o pipefail` is a fatal error there: the command ends with status 2 before it has done anything. Where `sh` is another shell by name, it works, and fails on the next machine.',
    what: 'Run the command in bash: leave `shell` out, or set it to `bash`. To use what is there: `(set -o pipefail) 2>/dev/null && set -o pipefail`.',
  },
  'FLOW-001': {
    when: 'A condition, a prompt, a command or `tool_env` reads a context key that nothing before it can write: no node on any way there, no parameter, no rule of the engine. A key that a `loop_restart` has moved away on the way counts as well: read `previous.tool.output` there. INFO says that nothing names the key, but a model, a `parse_json` command or `--param` could still give it.',
    why: 'A condition on a missing key compares with empty text, and a reference to one stays in the prompt as it is written. Both go unnoticed until a run takes the wrong edge.',
    what: 'Write the key as it is called; the message names the nearest one that exists. A key that a model or a command reports belongs into the `outputs` of that node, a key that the command line or a parent gives into `params`. A node that declares `outputs` is taken at its word: it writes those and what its prompt names.',
  },
  'FLOW-002': {
    when: 'A key is read behind a parallel block or a child, and only a node inside writes it.',
    why: 'A branch works on a copy of the context, and of that copy nothing comes back but its entry in `parallel.results` and, at a fan-in, the declared `outputs` of the winner (engine.md 8). Of a child, only the declared `outputs` of the node that runs it come back (engine.md 11).',
    what: 'Read `parallel.results`, or declare the key in `outputs` of the node in the branch and join at a fan-in (`shape=tripleoctagon`). For a child, name the key in `outputs` of the folder or manager.',
  },
  'FLOW-003': {
    when: 'An edge out of a tool node tests what the tool printed and nothing of its outcome, and the tool can fail. An edge for what is not the word (`!=`) is left alone, and so is a command that always ends with exit status 0 (`make test && echo PASS || echo FAIL`).',
    why: 'A command can print its word and fail after that. `tool.last_line` then says PASS, and the edge is taken although the node has failed.',
    what: 'Add `outcome=success &&` to the edges that mean a success, and `outcome=fail` to those that mean a failure; or test `tool.exit_code`.',
  },
  'MODEL-001': {
    when: 'A graph with a stylesheet has a node with a class that no rule is for, or a rule that matches no node. Rules are left alone where a child file inherits them, and so are classes that come from subgraphs.',
    why: 'A misspelt class or id leaves the node on the default model, and nothing says so.',
    what: 'Correct the name, write the rule, or take away what is not used.',
  },
  'TIME-001': {
    when: "A node's `timeout` is longer than the graph's `max_pipeline_duration`; or a gate has a `timeout` and neither `human.default_choice` nor `human.timeout_action`.",
    why: "The run is over before the node's time is. A bare number is seconds in `timeout` and milliseconds in `max_pipeline_duration`, which is how this happens. A gate that says nothing about its timeout asks again, and fails when its retries are used up.",
    what: "Write both with a unit. Say what a gate's timeout means: a choice that is taken, or `retry`, `fail` or `skip`.",
  },
  'TOPO-001': {
    when: "An edge out of a diamond tests the outcome for anything but `success`: `outcome=fail`, `outcome!=success`, `status=partial_success`, `outcome=no`. The same for the start. A diamond that can be skipped (`requires`, `runs_on=failure`) may ask for `skipped`. Out of any other node, an edge whose condition no outcome of the node satisfies: a misspelt status (`outcome=fial` at a command), a status that the kind of node never ends with (`outcome=retry`: a retry never outlives the ladder), a failure class that does not exist, a person's choice asked for by `outcome`. A word that a model may answer with is a label, and its edge is fine, unless it looks like a slip for a status (`outcome=sucess`, `outcome=fial`, `outcome=failed`) and neither an attribute of the node, such as its prompt, nor the label of one of its edges speaks of it.",
    why: 'A diamond does nothing: it always ends with success and has no label of its own. The edge is never taken, and the correction that it leads to never happens. Nor does a failure of the node before it arrive: a failed node takes no edge without a condition.',
    what: 'Write the status as it is spelt; the message says with which ones the node ends. Test the outcome on the edges of the node that has it. Or test a context key at the diamond, such as `context.tool.exit_code`.',
  },
  'TOPO-002': {
    when: 'An edge of a command tests `tool.last_line` without `outcome=success`, another one asks for the failure, and the first wins when both hold (by weight, then by target id).',
    why: "After a failure `tool.last_line` holds the failing run's last line. A command that prints its word and then fails leaves by the edge of the word, and its failure is lost.",
    what: 'Write `outcome=success && context.tool.last_line=..`, or give the failure edge a higher `weight`.',
  },
  'TOPO-003': {
    when: 'No way leads back in the graph: no edge, no retry target, no redirect of a goal gate, no manager.',
    why: 'What a node gets wrong is never corrected. A pipeline without a loop is a script; often the edge from a failed check back to the work is missing.',
    what: 'Lead a failed check back to the work that it checks. When one pass is meant, say so: `one_pass=true` on the graph.',
  },
  'TOPO-004': {
    when: "A cycle on which nothing decides: at none of its nodes do the ways part by a condition, by a label that a model may answer with, or by a person's choice.",
    why: 'Of edges without conditions the heaviest, then the first by target id, is taken every time. The cycle is never left, or never entered a second time.',
    what: 'Give the edge that leaves the cycle, or the one that goes on with it, a condition.',
  },
  'TOPO-005': {
    when: 'On some cycle only models decide whether it goes on: its ways part at model nodes, or at diamonds that test labels and keys which models write. Commands, people, `must_write`, counters, `max_visits` and keys that commands report are decisions of another kind.',
    why: 'A model that calls its own work done ends the loop, and one that never does goes round for ever.',
    what: 'Put a command (tests, a linter, a script that looks) or a person on the cycle, and route by its verdict.',
  },
  'TOPO-006': {
    when: "An edge that asks for a failure leads to the exit, and no node on the way can still fail the run: no goal gate, no person, no node that can fail and all of whose edges have conditions. For a goal gate itself: when the exit's redirect does not lead back to it. Not for an edge straight to the exit.",
    why: 'A failure that leaves by an edge that asks for it counts as handled. When nothing looks at the work again, the run ends as a success. (Straight to the exit it ends as failed, since its last node failed.)',
    what: 'Lead the repair back to the check. Or make the check a goal gate, or lead its failure straight to the exit.',
  },
  'TOPO-007': {
    when: 'A cycle with a `loop_restart` edge is bounded by nothing (see TOPO-012), and a node on it has `max_retries`.',
    why: '`max_retries` counts attempts within one visit. Each round is another visit, with all attempts afresh.',
    what: 'Set `max_visits` on a node of the cycle, or add `iteration < 4` to the condition of the `loop_restart` edge.',
  },
  'TOPO-008': {
    when: 'A command has a route for success and one for failure, and both lead to the exit: past no node that can still fail the run, and never back to the command. Not for goal gates, and not when only the failure leads straight to the exit: that fails the run.',
    why: 'Its evidence changes nothing but the way there. Whoever reads the graph takes it for a gate.',
    what: 'Lead the failure back to the work that it checks, or make the command a goal gate.',
  },
  'TOPO-009': {
    when: 'A node that can answer with labels (a model, a sub-pipeline) has an edge label that is a status word (`success`, `fail`, `retry`, ..), and a condition tests `outcome` for a status.',
    why: "`outcome` is the answer's label when it has one. An answer with status `success` and label `Fail` is judged by the label, and `outcome=success` does not hold for it.",
    what: 'Test `status`, which is always the status. The fix does that.',
  },
  'TOPO-010': {
    when: 'A node that can fail has no edge that a failure takes, no retry target and no `continue_on_fail`.',
    why: 'Its failure ends the run, within a block the branch. That is often what is meant; lint says so, that nobody is surprised.',
    what: 'Nothing, when the run is to end there. Else add an edge with `outcome=fail`, or set `retry_target`.',
  },
  'TOPO-011': {
    when: 'A run can come to the exit, as a success, without visiting a goal gate. Considered are: edges whose conditions can hold, joins, failure jumps to retry targets, and blocks: a gate in a branch is visited when the component waits for all branches and the branch cannot avoid it. Ways on which the run fails anyway do not count, nor any with `require_gates=all`.',
    why: 'The exit asks the gates that ran. One that never ran asks for nothing.',
    what: 'Lead the way through the gate, or set `require_gates=all` on the graph.',
  },
  'TOPO-012': {
    when: 'A cycle has no bound of its own: no `max_visits` on a node, no condition that compares a counter (`iteration` where a `loop_restart` counts it up; a key named as a count; a number that a command prints), no command that counts for itself, no person, no redirect or failure jump (which the engine counts). `internal.retry_count.*` is no bound: it starts afresh at each visit. The shortest such cycle is printed with the bound that `max_steps` gives.',
    why: 'Only `max_steps` ends it, as a failure, after all that it has cost. `attractor lint --worst-case` shows how much that is.',
    what: 'Set `max_visits` on a node of the cycle, or compare a counter.',
  },
  'TOPO-013': {
    when: 'For some outcome with which a node can pass (success, partial success, skipped, each label that its edges declare) no edge can match. For failures only when the node has an edge that asks for a failure and its conditions leave some over. Where it depends on context values whether an edge matches, the finding is an INFO that says for which values none does. The last lines that a command can print are read out of it where that is possible (`echo`, `printf`, `if`, `case`, `&&`, `||`, `exit`).',
    why: 'The run ends there as failed, with `no_matching_edge`.',
    what: 'Add an edge for the outcome, or one without a condition.',
  },
  'TOPO-014': {
    when: 'A `loop_restart` cycle leads through model nodes, and none of them has `feedback_from` or reads a text of the pass before (`previous.*`, `prior_critiques_*`, `last_response`, an output) in its prompt.',
    why: 'A restart forgets outcomes. A model that starts again from the same prompt makes the same mistakes, unless it happens to look into a file.',
    what: 'Set `feedback_from` on the node that does the work, naming the nodes that judge it: the engine carries their texts into the next pass.',
  },
  agent_file: {
    when: 'The file that `agent` names cannot be read, its front matter is no YAML map, or a value in it is not what the attribute of that name can be. A key that means nothing is a WARNING.',
    why: 'The file holds the prompt, the role and the tools of an agent; a study with half of a team is not the one that was written.',
    what: 'Paths begin in the folder that `agents_dir` names (`agents`, beside the graph). Front matter is YAML between two lines `---`, with the names of node attributes; `model` and `provider` are short for `llm_model` and `llm_provider`.',
  },
  attribute_repeated: {
    when: 'One attribute is set twice with different values, an alias counting as the same attribute.',
    why: 'The last value wins, which may not be the one that was meant.',
    what: 'Keep one.',
  },
  attribute_required: {
    when: 'A node of a registered type lacks an attribute without which it cannot run. Only types that a program registers use this rule; those of the language have rules of their own.',
    why: 'There is nothing that it could run.',
    what: 'Add the attribute that the message names.',
  },
  attribute_unknown: {
    when: 'An attribute that is unknown here and either resembles a known one of five letters or more (edit distance 2), or belongs to another engine of this family. Graphviz drawing attributes and all other unknown names are fine.',
    why: 'A misspelt attribute has no effect, silently.',
    what: 'Write the name that the message gives. How graphs of other engines read here lists their attributes.',
  },
  attribute_value: {
    when: 'The value of a known attribute cannot be read as its type: a negative or fractional number of retries, an unknown word of an enumeration, a bad duration, a word that is no boolean (which then counts as false). A value of nothing but white space, where text is no free text; an empty one (`""`) takes back what a default says. An element of `outputs` or `tool_env` that is no name of a context key, such as `x:number`. A NUL character in a command or a path.',
    why: 'A limit that cannot be read is no limit, and a contract that cannot be read, or is blank, is no contract.',
    what: 'Write what the message expects. Values that name a parameter are judged once it has a value.',
  },
  child_autostart: {
    when: 'A manager has `stack.child_autostart=false`.',
    why: 'A manager always starts its child itself; one that something else starts is not supported.',
    what: 'Remove the attribute.',
  },
  condition_syntax: {
    when: 'A condition, or a `manager.stop_condition`, cannot be read.',
    why: 'An edge whose condition cannot be read could never be taken, or always.',
    what: 'The message points at the place in the condition and says what was expected there.',
  },
  default_choice_exists: {
    when: "`human.default_choice` is neither key, nor label, nor target of one of the gate's choices.",
    why: 'When nobody answers in time the gate would have no answer.',
    what: 'Write the key, the label or the target of a choice.',
  },
  delegates_attribute: {
    when: 'An edge with `kind=delegates` has an attribute of routes: `condition`, `weight`, `label`, `loop_restart`, `fidelity`, `thread_id`.',
    why: 'Such an edge is a right to delegate, not a route: nothing reads them there. Only `kind`, `preamble` and drawing attributes mean something.',
    what: 'Remove the attribute. What every delegation should begin with goes into `preamble`.',
  },
  delegates_outside_study: {
    when: 'An edge has `kind=delegates` in a graph without `study=true`.',
    why: 'Such an edge is a right, not a route; outside a study nothing grants it.',
    what: 'Remove the attribute, or set `study=true` on the graph.',
  },
  delegates_repeated: {
    when: 'Two edges with `kind=delegates` have the same ends.',
    why: 'Only the first of a pair counts, so the preamble of the second is never sent. A graph that is bound to a pattern states each pair once.',
    what: 'Remove one of them. A flow edge and a delegates edge between the same nodes are two different things and both stay.',
  },
  dot_file_cycle: {
    when: 'A chain of child pipelines leads back to a file that is already in it. The message shows the chain.',
    why: 'It would never end.',
    what: 'Loop inside one graph, bounded by `max_visits`, instead of nesting it into itself.',
  },
  dot_file_missing: {
    when: 'The file of a child pipeline does not exist. Only paths that are known before the run are judged.',
    why: 'The node could only fail, after everything before it has been done and paid for.',
    what: 'Correct the path. It is relative to the file that names it.',
  },
  dot_file_required: {
    when: 'A sub-pipeline (`shape=folder`) has no `dot_file`.',
    why: 'There is nothing that it could run.',
    what: 'Name the file of the child, relative to this file.',
  },
  edge_count: {
    when: 'Groups on both sides of an edge (`{ a b } -> { c d }`) would make more edges than a file may have.',
    why: 'Each such statement multiplies; a short text could fill the memory.',
    what: 'Write the edges that are meant.',
  },
  entry_off_flow: {
    when: 'No path of flow edges leads from the start to the entry, or the entry stands in a parallel block.',
    why: 'The entry gets the brief when the flow enters it, and its turns are visits of one flow.',
    what: 'Add a flow edge from the start, or move the entry out of the block.',
  },
  entry_required: {
    when: 'A graph with `study=true` names no `entry`. The other checks of the team wait until it does.',
    why: 'The entry is the agent that gets the brief, delegates and concludes; without it nobody begins.',
    what: 'Set `entry` on the graph to the id of that agent.',
  },
  entry_undeclared: {
    when: '`entry` names an id that has no statement of its own.',
    why: 'The study would begin at a node that nobody wrote.',
    what: 'Correct the name, or write the statement of the agent.',
  },
  exit_no_outgoing: {
    when: 'An edge leaves the exit node.',
    why: 'The run ends there; the edge can never be taken.',
    what: 'Remove the edge. Who wants another pass puts a node before the exit that decides about it.',
  },
  fidelity_valid: {
    when: 'A `fidelity` that is none of `full`, `truncate`, `compact`, `summary:low`, `summary:medium`, `summary:high`.',
    why: 'The next level counts instead: edge, node, graph, then `compact`.',
    what: 'Take one of the six words.',
  },
  gate_key: {
    when: 'Two choices of a gate have the same key.',
    why: 'The key is no answer then: only labels and targets are.',
    what: 'Give each choice a key of its own.',
  },
  goal_gate_has_retry: {
    when: 'A goal gate can be tried again by nothing: neither it nor the graph has a retry target, and no `loop_restart` edge lies behind it.',
    why: 'A gate that is not satisfied ends the run as failed, at the exit, after all work is done.',
    what: 'Set `retry_target` on the gate, or on the graph for all gates.',
  },
  group_attribute: {
    when: 'A graph attribute stands inside a subgraph.',
    why: 'It means nothing there: of a subgraph only `label`, `class`, drawing attributes and its `node [..]` and `edge [..]` defaults have an effect.',
    what: 'Move it out of the subgraph.',
  },
  group_depth: {
    when: 'Subgraphs are nested very deeply; the message says how deep they may be.',
    why: 'No person writes such a graph, and no drawing shows it.',
    what: 'Nest less deeply.',
  },
  implicit_node: {
    when: 'An edge names a node that has no statement of its own. The message names the nearest id that has one.',
    why: 'A misspelt id silently becomes a new node that does nothing useful.',
    what: 'Correct the id, or add a statement for the node.',
  },
  judge_unknown: {
    when: '`judge` names no agent. A WARNING: it names an agent that the entry may not delegate to, or one whose role is not `critic`; the gate answers `unreviewed` then.',
    why: 'A misspelt judge would close every study unreviewed.',
    what: 'Name an agent with `role="critic"` and give the entry a delegates edge to it.',
  },
  lint_allow: {
    when: 'A comment `// lint: allow RULE reason` has no reason or no rule, or the rule it names finds nothing in the statement below it.',
    why: 'Who reads the graph next wants to know why the finding is wrong here. A comment that silences nothing hides what comes later.',
    what: 'Write the reason behind the rule; take the comment away when it silences nothing. `#` and `/* */` comments do as well. Several rules are separated by commas: `// lint: allow CMD-001, CMD-002 reason`. A comment above `digraph` speaks of the whole file, one above a subgraph of all in it. ERRORs of validation cannot be silenced: they keep the graph from running.',
  },
  loop_restart_in_block: {
    when: 'An edge inside a parallel block has `loop_restart`.',
    why: 'An iteration is one of the whole run; the other branches would be left in the middle of theirs.',
    what: 'Restart after the join.',
  },
  manager_child: {
    when: "A manager names no child file, neither itself nor by the graph's `stack.child_dotfile`, and has no child in its own graph: no unconditional edge of it leads to a node that it could manage. The exit, the manager itself and what its other edges lead to are none.",
    why: 'It would fail at its first cycle, after everything before it has run.',
    what: 'Set `stack.child_dotfile`, or lead the first unconditional edge of the manager to the nodes it manages and another edge on to the rest.',
  },
  max_parallel_range: {
    when: '`max_parallel` is no whole number of at least 1.',
    why: 'No branch could ever begin.',
    what: 'Write 1 for one branch after the other.',
  },
  mcp_servers_valid: {
    when: 'An `mcp_servers` is no object of servers by name, a server has neither or both of `command` and `url`, or a field that is not known or of the wrong type.',
    why: 'The server could not be started or reached, and the agent would lack the tools that its prompt counts on.',
    what: 'Write each server as `{"command": .., "args": [..], "env": {..}, "cwd": ..}` or `{"url": .., "headers": {..}}`; both may have `tools`, `timeout_ms` and `start_timeout_ms`. The message names the server and the field.',
  },
  min_success_range: {
    when: '`min_success` of a component is no whole number from 1 to the number of its branches, or `join_policy=k_of_n` has none.',
    why: 'The component could never succeed, or the policy has no number to wait for.',
    what: 'Take a number that the branches can reach.',
  },
  missing_description: {
    when: 'An agent of a study has no `description`, or a blank one, neither on its node nor in its agent file. All of them are named, sorted.',
    why: 'Agents choose whom to ask by the descriptions of the others.',
    what: 'Say in one sentence what the agent is for.',
  },
  node_id: {
    when: 'A node id holds something else than letters, digits, `_`, `.` and `-`, or is `.` or `..`.',
    why: 'Ids name folders of the run directory and keys of the context.',
    what: 'Make the id short and plain, and put the text into `label`.',
  },
  node_id_case: {
    when: 'Two ids differ only in case.',
    why: 'They are two nodes; most often one was meant. On some file systems their folders would be one.',
    what: 'Rename one, or write both the same way.',
  },
  not_an_agent: {
    when: 'The entry, or an end of an edge with `kind=delegates`, is a node that is no agent. All of them are named, sorted.',
    why: 'Only agents can be asked to work and ask others.',
    what: 'Set `type="agent"` on the node, or remove the edge.',
  },
  not_built: {
    when: 'A node of a study has the type `agent.job`, `gate.consent`, `peer.task` or `oracle`, or sets `capability`.',
    why: 'These are known and nothing runs them yet; a study that passed over them would not be what its author wrote.',
    what: 'Remove the node or the attribute. An oracle is named by `evaluator_entrypoint` or `evaluator_lookup` of the graph.',
  },
  parallel_join: {
    when: 'The branches of a component do not meet in a node before the exit, or it opens no branch at all.',
    why: 'The run would not know when the block is over.',
    what: 'Lead all branches to one node, for instance a fan-in (`shape=tripleoctagon`).',
  },
  parameter_declaration: {
    when: 'An entry of `params` is none of `name`, `name=default`, `name!`.',
    why: 'The parameter would not exist.',
    what: 'Write `name`, `name=default`, or `name!` for a required one, separated by commas.',
  },
  parameter_missing: {
    when: 'A required parameter (`name!`) has not been given. Only a run asks for it.',
    why: 'Texts that name it would go out with the reference in them.',
    what: 'Give it: `--param issue=VALUE`.',
  },
  parameter_refused: {
    when: 'A parameter has a name that the engine writes itself, or that of a protected variable.',
    why: 'It would be overwritten, or change which programs run.',
    what: 'Name it differently.',
  },
  parameter_undeclared: {
    when: '`--param` gives a parameter that is not among the declared ones of the graph.',
    why: 'It is accepted, but may be misspelt.',
    what: 'Correct the name, or add it to `params`.',
  },
  pattern_bound: {
    when: 'A study with `pattern_key` holds a parallel block, a gate of a person, or the same flow edge twice; or its key or revision is no URL-safe identifier.',
    why: 'A bound graph is compared with its pattern, station by station and edge by edge.',
    what: 'Do what the message says, or remove `pattern_key`: an unbound study may have blocks outside its ladder.',
  },
  prompt_file: {
    when: 'A prompt names a file by `@path`, and the file cannot be read.',
    why: 'The model would be asked nothing.',
    what: 'Correct the path; it is relative to the file of the graph. A prompt that begins with `@` and means no file begins with a blank.',
  },
  prompt_on_llm_nodes: {
    when: 'A node that calls a model has neither a `prompt` nor a `label`.',
    why: "The model would get the node's id as its whole instruction.",
    what: 'Write a prompt.',
  },
  reachability: {
    when: 'A node cannot be reached from the start over edges. Nodes that a `retry_target` or `fallback_retry_target` names, and what follows them, count as reached.',
    why: 'It would never run; most often an edge is missing.',
    what: 'Add the edge that leads to it, or remove the node.',
  },
  response_schema_valid: {
    when: 'A `response_schema` is no JSON, no valid JSON Schema in strict mode, or names a file that cannot be read.',
    why: 'No answer could satisfy it.',
    what: 'Correct the schema; the message says where it is wrong.',
  },
  retry_target_exists: {
    when: 'A `retry_target` or `fallback_retry_target` names no node.',
    why: 'It is passed over: a fallback that exists is still tried, and without one the failure ends the run.',
    what: 'Correct the id.',
  },
  retry_target_leaves_block: {
    when: 'A retry target of a node in a parallel block lies outside of the block.',
    why: 'The branch ends there as failed; it does not go on outside.',
    what: 'Name a node of the same branch, or set the target on the component.',
  },
  script_file: {
    when: 'Graph attribute `script` names a file that cannot be read.',
    why: 'The scripted answers would be missing.',
    what: 'Correct the path; it is relative to the file of the graph.',
  },
  shape_known: {
    when: 'A node has a shape that means nothing here, and no known `type`. Shapes of defaults (`node [shape=..]`) count.',
    why: 'The shape says what a node does. An unknown one would run as a model node, whatever was meant.',
    what: 'Take one of the shapes that the message lists, or set `type`; then the shape is only for looks.',
  },
  start_no_incoming: {
    when: 'An edge leads into the start node.',
    why: 'The start is where a run begins, not where a loop begins: its handler does nothing, and its visits count nothing.',
    what: 'Lead the edge to the node after the start.',
  },
  start_node: {
    when: 'The graph has no start node, or more than one. A node is the start by `shape=Mdiamond`, by `type=start`, or, when there is neither, by the id `start`.',
    why: 'A run begins at one place; with two the engine would have to guess.',
    what: 'Give exactly one node `shape=Mdiamond` and lead its edge to where the second one led.',
  },
  study_attribute: {
    when: 'An agent or a station of a study has `goal_gate`, `retry_target`, `fallback_retry_target`, `auto_status`, `continue_on_fail`, `feedback_from`, `timeout`, or `must_write` on a station that is no agent.',
    why: 'Stations end with labels, and what bounds a study are its budgets and the stop: these have no effect there.',
    what: 'Remove the attribute. `max_visits` holds, and `must_write` on the entry; `require_gated=true` on the close fails a study that closes ungated.',
  },
  study_in_block: {
    when: 'A branch of a parallel block can run an agent or a station of a study.',
    why: 'A study has one flow and one state; two branches would take turns in the same conversation.',
    what: 'Move the node out of the block.',
  },
  study_only: {
    when: 'A node has a type of studies (`agent`, `gate.*`, `study.*`, ..) in a graph without `study=true`.',
    why: 'These types need what only a study has: a team, a store, an entry.',
    what: 'Set `study=true` and `entry` on the graph, or use another type.',
  },
  study_restart: {
    when: 'An edge with `loop_restart` leads to an agent or a station of a study.',
    why: 'Attempts, bounces and reviews are counted by the study, over the whole run; an iteration would begin the counts of the engine anew beside them.',
    what: 'Remove `loop_restart`.',
  },
  study_route: {
    when: 'A label or a status that an agent of the flow or a station can end with matches no edge. An edge without a condition matches every label that no condition takes.',
    why: 'A run that finds no edge ends there, and the study has no conclusion.',
    what: 'Add an edge for each label; the message names them. The table of node types lists the labels of each station.',
  },
  study_tools: {
    when: 'A word in `tools` of an agent is no tool, or is one that the graph alone gives: `Delegate`, `Wait`, `Parallel`, `Debate`, `Retry`, `Ask`, `AskForFeedback`, `SendMessage`.',
    why: 'An agent has only the tools that it declares, so a misspelt one is missing when it is needed. Rights to delegate are edges, never words in a list.',
    what: 'Correct the name, or remove it and draw the edge.',
  },
  stylesheet_shadowed: {
    when: 'A node default and a stylesheet rule set the same property of a node.',
    why: "Defaults count as the node's own attributes, so the stylesheet has no effect there.",
    what: 'Keep one of the two.',
  },
  stylesheet_syntax: {
    when: '`model_stylesheet` cannot be read, or a rule names a shape or property that does not exist.',
    why: 'Rules behind the fault would be lost, and nodes would run with another model than was meant.',
    what: 'Write `selector { property: value; }`. The message points at the place inside the attribute.',
  },
  syntax: {
    when: 'The text is no graph of the pipeline language. Each fault has a code of its own (`runaway-string`, `undirected-edge`, `missing-close-bracket`, ...); the parser goes on after it and reports all faults of a file. Findings of severity INFO mark what is read here and refused by Graphviz: dotted keys without quotes, bare values, white space between attributes, ports.',
    why: 'Nothing can be said about a graph that cannot be read.',
    what: 'The message says what was found and what was expected, with file, line and column. `attractor lint --fix` applies the fixes that are safe.',
  },
  team_unreached: {
    when: 'An agent without flow edges is reached by no chain of delegates edges from the entry.',
    why: 'Nobody can ask it to work. That is legal, since a team is often run with one agent taken out.',
    what: 'Add an edge with `kind=delegates`, or remove the agent.',
  },
  terminal_node: {
    when: 'The graph has no exit node, or more than one. A node is the exit by `shape=Msquare`, by `type=exit`, or, when there is neither, by the id `exit` or `end`.',
    why: 'Goal gates are checked at the exit; a second exit would be a way around them.',
    what: 'Lead all ends to one exit. A run that should end as failed needs no exit of its own: a failure without a route ends it.',
  },
  tool_command_required: {
    when: 'A tool node has no `tool_command`, or a blank one.',
    why: 'There is nothing that it could run.',
    what: 'Add the command, or give the node another shape.',
  },
  tool_command_requires_tool_handler: {
    when: 'A node whose type never runs commands has a `tool_command`. Unknown custom types may have one.',
    why: 'The command would silently never run.',
    what: 'Give the node `shape=parallelogram`, or move the command into a node of its own.',
  },
  tool_env_protected: {
    when: '`tool_env` would export a key under the name of a protected variable: `PATH`, `HOME`, `IFS`, `ENV`, `BASH_ENV`, `SHELL`, `PWD`, `TMPDIR`, `LD_*`, `NODE_OPTIONS`, `ATTRACTOR_*`.',
    why: 'These decide which programs run. Text of models and tools must never set them.',
    what: 'Name the key differently.',
  },
  transform_failed: {
    when: 'A transform that a program has registered threw an error. The graph goes on without it to the next one.',
    why: 'The graph is not what the program meant to run.',
    what: 'The message holds what the transform said.',
  },
  type_known: {
    when: 'A `type` that nobody has registered.',
    why: 'The node runs as what its shape says; without a shape of its own, by the default handler, which calls a model.',
    what: 'Correct the word. Types of your own are registered by a program that uses the library.',
  },
  undeclared_node: {
    when: 'An edge with `kind=delegates` names an id that has no statement of its own. DOT would make a node of it in silence.',
    why: 'A misspelt name would be an agent without a prompt, a role and tools.',
    what: 'Write the statement of the agent, or correct the name. `implicit_node` is silent about such an id.',
  },
};
