import type { AgentSpec } from '../team/team.ts';

/** The bullets of a Retrospective (AG-28). */
export const retrospectiveBullets = ['CONSISTENCY', 'DECISION', 'FRICTION', 'BLOCKED'] as const;

const about: Readonly<Record<(typeof retrospectiveBullets)[number], string>> = {
  CONSISTENCY: 'did anything contradict what you were told or an earlier result?',
  DECISION: 'the choice that mattered most, and why',
  FRICTION: 'what cost time without need',
  BLOCKED: 'what you could not do, and what would unblock it',
};

/** What a worker's last text must look like: the sections of its own agent, never another's (AG-22, AG-28). */
export function reportSection({ reportSections }: AgentSpec): string {
  const lines = reportSections.map((heading) => heading.trim());
  return [
    'When the task is done, end your turn with a report and nothing else. The one who sent you reads only this text. Its form:',
    '',
    '```',
    '## Report',
    ...lines,
    '### Retrospective',
    ...retrospectiveBullets.map((word) => `- ${word}: ${about[word]}`),
    '```',
    '',
    'Every section is there and says something; a number names where it comes from. What you did not do or could not verify is said so.',
  ].join('\n');
}
