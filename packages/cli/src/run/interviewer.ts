import type { Interviewer } from '@attractor/engine';
import type { Io } from '../terminal/io.ts';
import type { Progress } from '../view/progress.ts';
import type { HumanGate } from './human-gate.ts';

/** The channel to a person that `--on-human-gate` names (engine.md 9). A question takes the screen; what is redrawn steps aside meanwhile. */
export async function makeInterviewer(humanGate: HumanGate, runDirectory: string, view: Progress, io: Io): Promise<Interviewer> {
  const handlers = await import('@attractor/handlers');
  const inform = (message: string, stage: string): void => view.line(`${stage}: ${message}`);
  switch (humanGate.kind) {
    case 'console':
      return handlers.consoleInterviewer({
        input: process.stdin,
        output: process.stderr,
        style: io.stderrStyle,
        onOpen: () => view.pause(),
        onClose: () => view.resume(),
        inform,
      });
    case 'auto-approve':
      return handlers.autoApproveInterviewer();
    case 'fail':
      return handlers.refuseInterviewer();
    case 'park':
      return handlers.parkInterviewer(inform);
    case 'queue':
      // A resumed run does not give an answer twice.
      return handlers.queueInterviewer(humanGate.answers, { used: handlers.usedQueueAnswers(runDirectory) });
  }
}
