import type { Environment, Recorder } from '@attractor/llm';
import type { ModelDefaults } from '../model/pick-model.ts';
import type { RecordingOfRun } from '../recording/recorder.ts';

/** What the backends that call a provider are made with. */
export interface ModelBackendOptions {
  /** Keys and addresses of providers. */
  readonly environment: Environment;
  readonly defaults?: ModelDefaults;
  readonly recorder?: Recorder;
  /** `--record`: keeps the run's model traffic. */
  readonly recording?: RecordingOfRun;
}
