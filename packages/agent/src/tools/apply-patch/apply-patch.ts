import { done, failed, type Tool, textArgument } from '../tool.ts';
import { parsePatch } from './parse.ts';
import { planChanges } from './plan.ts';
import { writePlan } from './write-plan.ts';

export const applyPatchTool: Tool = {
  name: 'apply_patch',
  description: `Change files inside the working directory by a patch; it is applied as a whole or not at all. Form:
*** Begin Patch
*** Add File: path            (then the content, each line with a leading +)
*** Delete File: path
*** Update File: path         (then, to rename it: *** Move to: new path; then hunks)
@@ a line before the change, such as the function's head
 a line that stays (leading blank)
-a line that goes
+a line that comes
*** End of File               (optional: the hunk is at the end of the file)
*** End Patch
Give about three lines around each change. Paths are relative to the working directory.`,
  parameters: {
    type: 'object',
    properties: { patch: { type: 'string', minLength: 1, description: 'The patch, from *** Begin Patch to *** End Patch' } },
    required: ['patch'],
    additionalProperties: false,
  },
  limits: { characters: 10_000 },
  run(input, context) {
    const parsed = parsePatch(textArgument(input, 'patch'));
    if (!parsed.ok) return failed(`the patch was not applied: ${parsed.problem}`);
    const plan = planChanges(parsed.changes, context);
    if (!plan.ok) return failed(`the patch was not applied: ${plan.problem}`);
    const problem = writePlan(plan.files);
    if (problem !== undefined) return failed(`the patch was not applied: ${problem}`);
    return done(`Done.\n${plan.done.join('\n')}`);
  },
};
