import type { Environment, PriceTable, Recorder } from '@attractor/llm';
import type { ModelDefaults } from '../model/pick-model.ts';
import type { RecordingOfRun } from '../recording/recorder.ts';

/** What the backends that call a provider are made with. */
export interface ModelBackendOptions {
  /** Keys and addresses of providers. */
  readonly environment: Environment;
  readonly defaults?: ModelDefaults;
  readonly recorder?: Recorder;
  /** Instead of the prices that come with the client; `mergePrices(shippedPrices(), own)` lays some over them. */
  readonly prices?: PriceTable;
  /** `--record`: keeps the run's model traffic. */
  readonly recording?: RecordingOfRun;
}
