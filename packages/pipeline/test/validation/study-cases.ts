const ends = 'start [shape=Mdiamond] exit [shape=Msquare] close [type="study.close"] close -> exit ';
const hub = 'hub [type=agent, description="Plans", prompt=p] ';
const routes = 'start -> hub hub -> hub [condition="preferred_label=reprompt"] hub -> close ';

/** A study of one agent, and more. */
export const study = (more: string): string => `study=true entry=hub ${ends}${hub}${routes}${more}`;

const worker = 'worker [type=agent, description="Measures", prompt=p] ';
const right = 'hub -> worker [kind=delegates] ';
const critic = 'critic [type=agent, role=critic, description="Attacks", prompt=p] ';
const review = (judge: string): string =>
  `review [type="gate.critic", judge="${judge}"] hub -> review [condition="preferred_label=close"] review -> hub [condition="preferred_label=revise"] review -> close `;
const block = (a: string, b: string): string =>
  `c [shape=component] f [shape=tripleoctagon] ${a} ${b} start -> c -> one -> f c -> two -> f -> hub `;

/** Rules of study graphs -> bodies on which they must and must not fire (study-rulings.md A1, A2, A17, A18, C11 to C13, C18). */
export const studyCases: Readonly<Record<string, { readonly fires: readonly string[]; readonly silent: readonly string[] }>> = {
  entry_required: {
    fires: [`study=true ${ends}${hub}`, `study=true entry="" ${ends}${hub}`, `study=true a -> b [kind=delegates]`],
    silent: [study(''), 'a -> b'],
  },
  not_an_agent: {
    fires: [
      'study=true entry=a a [prompt=p]',
      study('tool [shape=parallelogram, tool_command=x] hub -> tool [kind=delegates]'),
      study('box [prompt=p] box -> hub [kind=delegates]'),
    ],
    silent: [study(worker + right), study('hub -> nobody [kind=delegates]'), study(`${worker}hub -> worker [kind=flow] worker -> close`)],
  },
  undeclared_node: {
    fires: [
      study('hub -> nobody [kind=delegates]'),
      study('nobody -> hub [kind=delegates]'),
      study('node [type=agent] hub -> nobody [kind=delegates]'),
    ],
    silent: [study(worker + right), study('hub -> nobody')],
  },
  entry_undeclared: {
    fires: [`study=true entry=nobody ${ends}${hub}`, `study=true entry=nobody ${ends}start -> nobody -> close`],
    silent: [study('')],
  },
  missing_description: {
    fires: [study('worker [type=agent]'), study('worker [type=agent, description="  "]'), `study=true entry=a a [type=agent]`],
    silent: [study(worker), 'a [type=agent]'],
  },
  entry_off_flow: {
    fires: [
      `study=true entry=hub ${ends}${hub} start -> close hub -> close`,
      `study=true entry=one ${ends}${block('one [type=agent, description=x, prompt=p]', 'two [prompt=p]')} ${hub}`,
    ],
    silent: [study('')],
  },
  team_unreached: {
    fires: [study(worker), study(`${worker}worker -> worker [kind=delegates]`), study(`${worker}worker -> hub [kind=delegates]`)],
    silent: [
      study(worker + right),
      study(`${worker}${critic}${right}worker -> critic [kind=delegates]`),
      study(`${worker}hub -> worker worker -> close`),
    ],
  },
  study_route: {
    fires: [
      `study=true entry=hub ${ends}${hub}start -> hub -> close [condition="preferred_label=close"]`,
      study('g [type="gate.reproduce"] hub -> g [condition="preferred_label=close"] g -> hub [condition="preferred_label=bounce"]'),
      study('look [type="study.interview"] hub -> look [condition="preferred_label=stop"] look -> close [condition="status=fail"]'),
    ],
    silent: [
      study(''),
      study(
        'g [type="gate.reproduce"] hub -> g [condition="preferred_label=close"] g -> hub [condition="outcome=bounce || outcome=failed"] g -> close [condition="preferred_label=pass && context.k=1"]',
      ),
      'a [type="gate.critic"]',
      study(worker + right),
    ],
  },
  delegates_attribute: {
    fires: ['condition="outcome=fail"', 'weight=2', 'label=x', 'loop_restart=true', 'fidelity=full', 'thread_id=x'].map((attribute) =>
      study(`${worker}hub -> worker [kind=delegates, ${attribute}]`),
    ),
    silent: [study(`${worker}hub -> worker [kind=delegates, preamble=x, color=red]`), study(`edge [weight=2] ${worker}${right}`)],
  },
  delegates_repeated: {
    fires: [study(worker + right + right)],
    silent: [study(`${worker}${right}worker -> hub [kind=delegates]`), study(`${worker}${right}hub -> worker worker -> close`)],
  },
  judge_unknown: {
    fires: [study(review('nobody')), study(review('close')), study(critic + review('critic')), study(worker + right + review('worker'))],
    silent: [
      study(`${critic}hub -> critic [kind=delegates] ${review('critic')}`),
      study(`${critic}hub -> critic [kind=delegates] ${review('')}`),
    ],
  },
  study_only: {
    fires: [
      'agent',
      'gate.milestones',
      'gate.deliverables',
      'gate.reproduce',
      'gate.critic',
      'study.interview',
      'study.close',
      'peer.task',
    ].map((type) => `a [type="${type}"]`),
    silent: [study(''), 'a [type=tool]'],
  },
  not_built: {
    fires: ['agent.job', 'gate.consent', 'peer.task', 'oracle']
      .map((type) => study(`x [type="${type}"]`))
      .concat(study('x [capability=chat]')),
    silent: [study(''), 'x [capability=chat]'],
  },
  pattern_bound: {
    fires: [
      study('pattern_key="a b"'),
      study('pattern_key=a pattern_revision="1/2"'),
      study(`pattern_key=a ${block('one [prompt=p]', 'two [prompt=p]')}`),
      study('pattern_key=a g [shape=hexagon] hub -> g [condition="preferred_label=stop"] g -> close'),
      study('pattern_key=a hub -> close [condition="preferred_label=end"]'),
    ],
    silent: [study('pattern_key=a pattern_revision=1'), study(block('one [prompt=p]', 'two [prompt=p]')), 'pattern_key="a b"'],
  },
  study_in_block: {
    fires: [
      study(block('one [type="study.interview"]', 'two [prompt=p]')),
      study(block('one [type=agent, description=x]', 'two [prompt=p]')),
    ],
    silent: [study(block('one [prompt=p]', 'two [prompt=p]'))],
  },
  study_restart: {
    fires: [study('hub -> hub [loop_restart=true]'), study('fix [prompt=p] fix -> hub [loop_restart=true]')],
    silent: [study('a [prompt=p] b [prompt=p] start -> a -> b -> hub b -> a [loop_restart=true]')],
  },
  study_attribute: {
    fires: [
      ...['goal_gate=true', 'retry_target=hub', 'auto_status=true', 'continue_on_fail=true', 'feedback_from=hub', 'timeout="5m"'].map(
        (attribute) => study(`worker [type=agent, description=x, ${attribute}]`),
      ),
      study('close [must_write="x.md"]'),
    ],
    silent: [study('hub [max_visits=9, must_write="x.md", goal_gate=false]'), study('a [prompt=p, goal_gate=true, timeout="5m"]')],
  },
  study_tools: {
    fires: [
      study('hub [tools="Done,Delegate"]'),
      study('hub [tools="Readd"]'),
      study('hub [tools="bash"]'),
      study('hub [tools="SendMessage"]'),
    ],
    silent: [study('hub [tools="Done, Bash,Evaluate"]'), study('hub [tools=""]'), study('a [tools="anything"]')],
  },
};
