import { deliverableNames } from '../gates/deliverables.ts';
import { reproductionGateText } from '../gates/gate-text.ts';
import { type GateOptions, reproductionGate } from '../gates/reproduce.ts';
import { type Trial, tryDeliverable } from '../gates/try-deliverable.ts';
import { flagOf } from './read-arguments.ts';
import type { StudyTool } from './study-tool.ts';

export interface RunDeliverableOptions extends Omit<GateOptions, 'signal' | 'othersMayAppend' | 'places'> {
  readonly places: NonNullable<GateOptions['places']>;
  /** Delegations are at work and may evaluate meanwhile. */
  readonly isBusy?: () => boolean;
}

/** Executes the deliverable in the gate's sandbox; with `gate` it is the gate itself (RG-14). */
export function runDeliverableTool(options: RunDeliverableOptions): StudyTool {
  const { settings } = options;
  return {
    name: 'RunDeliverable',
    description: `Execute the deliverable (${deliverableNames(settings).join(', ')}) against a copy of the evaluation store and see what it prints. With gate=true it goes through the reproduction gate, exactly as at the close. ${reproductionGateText(settings)}`,
    parameters: {
      type: 'object',
      properties: { gate: { type: 'boolean', description: 'Check it as the close does; default false' } },
      additionalProperties: false,
    },
    kind: 'protocol',
    async run(args, caller) {
      const run = { ...options, signal: caller.signal, othersMayAppend: options.isBusy?.() ?? false };
      if (!flagOf(args, 'gate', false)) return told(await tryDeliverable(run), settings);
      const result = await reproductionGate(run);
      switch (result.kind) {
        case 'pass':
          return `PASS ${result.detail}${printed(result.stdout, '')}`;
        case 'fail':
          return `FAILED ${result.message}`;
        case 'skipped':
          return settings.arms.reproduction_gate
            ? absent(settings)
            : 'REFUSED: the reproduction gate is off in this study (reproduction_gate=false)';
        case 'interrupted':
          return 'FAILED the execution was interrupted';
      }
    },
  };
}

function told(trial: Trial, settings: GateOptions['settings']): string {
  if (trial.kind === 'absent') return absent(settings);
  if (trial.problem !== undefined) return `FAILED ${trial.problem}`;
  return `PASS ${trial.file} ended with exit code 0; nothing else was checked${printed(trial.stdout, trial.stderr)}`;
}

function absent(settings: GateOptions['settings']): string {
  return `ERROR: there is no ${deliverableNames(settings).join(' or ') || 'deliverable'} in the study folder: write it with WriteDeliverable first`;
}

function printed(stdout: string, stderr: string): string {
  const [out, err] = [stdout.slice(-3000).trim(), stderr.slice(-3000).trim()];
  return `${out === '' ? '' : `\nstdout:\n${out}`}${err === '' ? '' : `\nstderr:\n${err}`}`;
}
