import type { Io } from '../terminal/io.ts';
import { oneLine } from '../terminal/sanitize.ts';
import type { Finding } from './checks.ts';

const deadlineMs = 30_000;

/** `doctor --deep`: asks each configured provider for its models, which needs a login that works and costs nothing. */
export async function askProviders(io: Io): Promise<Finding[]> {
  const { createModelClient, missingForProvider, providers } = await import('@attractor/llm');
  const { environment } = io;
  const there = providers.filter((info) => missingForProvider(info, { environment }) === undefined);
  return Promise.all(
    there.map(async ({ name, defaultModel }): Promise<Finding> => {
      try {
        const models = await createModelClient({ provider: name, environment }).listModels(AbortSignal.timeout(deadlineMs));
        const known = defaultModel === undefined || models.some(({ id }) => id === defaultModel);
        const text = `answers, ${models.length} ${models.length === 1 ? 'model' : 'models'}`;
        if (known)
          return { state: 'ok', what: name, text: defaultModel === undefined ? text : `${text}, the default ${defaultModel} among them` };
        return { state: 'note', what: name, text: `${text}, but not the default ${defaultModel}; name one by --model or llm_model` };
      } catch (error) {
        return { state: 'problem', what: name, text: oneLine(error instanceof Error ? error.message : String(error)) };
      }
    }),
  );
}
