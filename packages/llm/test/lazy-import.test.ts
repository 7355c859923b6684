import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

// The built package in a fresh process: what it loads is what a user waits for.
const script = `
  const llm = await import(process.argv[1]);
  llm.providers.map((info) => llm.missingForProvider(info, { environment: {} }));
  llm.createModelClient({ provider: 'openai', apiKey: 'k' });
  console.log('nothing loaded');
`;

test('backends.md 4: importing the package and making a client loads no SDK', () => {
  const entry = fileURLToPath(import.meta.resolve('@attractor/llm')).replace(/src\/index\.ts$/, 'dist/index.js');
  const hooks = `
    export async function resolve(specifier, context, next) {
      if (/^(@anthropic-ai|openai|@google)/.test(specifier)) throw new Error('loaded ' + specifier);
      return next(specifier, context);
    }`;
  const register = `
    import { register } from 'node:module';
    register('data:text/javascript,' + encodeURIComponent(${JSON.stringify(hooks)}));`;
  const run = (code: string) =>
    execFileSync(
      process.execPath,
      ['--import', `data:text/javascript,${encodeURIComponent(register)}`, '--input-type=module', '-e', code, entry],
      {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
  expect(run(script)).toContain('nothing loaded');
  const call = `const llm = await import(process.argv[1]);
    await llm.createModelClient({ provider: 'openai', apiKey: 'k' }).generate({ model: 'm', messages: [] }).catch((e) => console.log(e.message));`;
  expect(run(call)).toContain('loaded openai');
});
