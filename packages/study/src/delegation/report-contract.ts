const leastCharacters = 100;

/** Words of somebody who says that the work could not be done at all. */
const excuse =
  /\b(?:I (?:cannot|can't|could not|am (?:unable|not able) to|do(?:n't| not) have (?:access|the (?:ability|tools?|means)))|as an? (?:AI|language model))\b/i;

/** What is wrong with a worker's report by its own agent's contract (AG-22, AG-29); absent: nothing. */
export function reportProblem(text: string, sections: readonly string[], tools: Iterable<string>): string | undefined {
  const hasReport = hasHeading(text, '## Report');
  const missing = sections.filter((section) => !hasHeading(text, section));
  const problems: string[] = [];
  if (!hasReport && excuse.test(text)) {
    const held = [...tools].sort();
    problems.push(
      `it says that the work cannot be done${held.length === 0 ? '' : `, yet you hold the tools ${held.join(', ')}`}: use them, or report what you tried`,
    );
  }
  if (text.trim().length < leastCharacters) problems.push(`it has fewer than ${leastCharacters} characters`);
  if (!hasReport) problems.push('it has no heading `## Report`');
  if (missing.length > 0) problems.push(`it lacks ${missing.map((section) => `\`${section}\``).join(', ')}`);
  return problems.length === 0 ? undefined : problems.join('; ');
}

/** The one corrective message (AG-29). */
export function correction(problem: string, sections: readonly string[]): string {
  const wanted = ['`## Report`', ...sections.map((section) => `\`${section}\``)].join(', ');
  return `Your answer is not the report that was asked for: ${problem}. Write the whole report now, with the headings ${wanted}, each on a line of its own. Report what was done and found; leave nothing out because you said it before.`;
}

/** A line that begins with the heading, whatever its case and its spaces. */
function hasHeading(text: string, heading: string): boolean {
  const wanted = normalised(heading);
  return text.split('\n').some((written) => {
    const line = normalised(written);
    return line.startsWith(wanted) && !/^[\p{L}\p{N}]/u.test(line.slice(wanted.length));
  });
}

function normalised(line: string): string {
  return line.trim().toLowerCase().replaceAll(/\s+/g, ' ');
}
