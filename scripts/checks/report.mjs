/** Prints the findings of a check, one a line, and sets the exit code. */
export function report(findings, summary) {
  for (const finding of findings) console.log(finding);
  console.log(findings.length === 0 ? summary : `${findings.length} finding${findings.length === 1 ? '' : 's'}`);
  process.exitCode = findings.length === 0 ? 0 : 1;
}
