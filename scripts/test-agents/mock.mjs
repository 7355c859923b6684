// A server on loopback that answers the agents' model calls from a list.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** @param {string} folder where aimock is installed */
export async function startMock(folder) {
  const entry = createRequire(join(folder, 'package.json')).resolve('@copilotkit/aimock');
  const { LLMock } = await import(pathToFileURL(entry).href);
  const mock = new LLMock({ port: 0, logLevel: 'silent' });
  const state = { answers: [], calls: [] };
  const answer = (request) => {
    // Calls without tools are titles and the like.
    if ((request.tools ?? []).length === 0) return { content: 'A title' };
    state.calls.push(request);
    return state.answers.length > 1 ? state.answers.shift() : state.answers[0];
  };
  mock.addFixture({ match: { predicate: () => true }, response: answer });
  await mock.start();
  return {
    url: mock.url,
    /** Answers in order; the last one repeats. */
    play(...answers) {
      state.answers = answers;
      state.calls = [];
    },
    /** Calls with tools since `play`. */
    get calls() {
      return state.calls;
    },
    stop: () => mock.stop(),
  };
}
