import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const folder = '.attractor/task-runner';
const stateFile = `${folder}/state.json`;
const stallLimit = 2;
const tasks = JSON.parse(readFileSync('examples/task-runner/tasks.json', 'utf8'));
const read = () => JSON.parse(readFileSync(stateFile, 'utf8'));
const change = (id, more) => {
  const state = read();
  state[id] = { ...state[id], ...more };
  writeFileSync(stateFile, JSON.stringify(state, null, 2));
  return state[id];
};

const commands = {
  setup() {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    writeFileSync(stateFile, JSON.stringify(Object.fromEntries(tasks.map(({ id }) => [id, { state: 'open', failures: 0 }]))));
    console.log(`${tasks.length} tasks`);
  },
  next() {
    const state = read();
    const task = tasks.find(({ id }) => state[id].state === 'open');
    console.log(JSON.stringify(task ? { queue: 'open', task_id: task.id, task_text: task.text, advice: '' } : { queue: 'empty' }));
  },
  async verify(id) {
    const { default: solve } = await import(pathToFileURL(`${folder}/${id}.mjs`).href);
    const { cases } = tasks.find((task) => task.id === id);
    const wrong = cases.filter(([input, expected]) => solve(structuredClone(input)) !== expected);
    for (const [input, expected] of wrong)
      console.log(`${id}(${JSON.stringify(input)}) is ${solve(structuredClone(input))}, expected ${expected}`);
    process.exitCode = wrong.length === 0 ? 0 : 1;
  },
  record(id) {
    change(id, { state: 'done' });
    console.log(`${id} is done`);
  },
  stall(id) {
    const { failures } = change(id, { failures: read()[id].failures + 1 });
    console.log(`${id} has failed ${failures} of at most ${stallLimit} times`);
    console.log(failures < stallLimit ? 'GO' : 'STALLED');
  },
  'set-aside'(id) {
    change(id, { state: 'set aside' });
    console.log(`${id} is set aside`);
  },
  close() {
    const states = Object.entries(read());
    const aside = states.filter(([, { state }]) => state === 'set aside').map(([id]) => id);
    const open = states.filter(([, { state }]) => state === 'open').length;
    const notes = `${states.length - aside.length - open} of ${states.length} tasks are done${aside.length > 0 ? `, set aside: ${aside.join(', ')}` : ''}`;
    console.log(notes);
    if (open > 0) process.exitCode = 1;
    else if (aside.length > 0) writeFileSync(process.env.ATTRACTOR_STATUS_FILE, JSON.stringify({ outcome: 'partial_success', notes }));
  },
};
const [command, id] = process.argv.slice(2);
await commands[command](id);
