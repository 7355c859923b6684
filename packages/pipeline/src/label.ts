/** `[K] label`: any text in the brackets; `K) label` and `K - label`: one letter or digit. */
const ACCELERATOR = /^(?:\[([^[\]]+)\]\s*|([\p{L}\p{N}])\)\s*|([\p{L}\p{N}])\s+-\s+)/u;

/** The label trimmed and without one leading `[x]`, `x)` or `x - `; a label that is nothing else keeps it (engine.md 9). */
export function labelWithoutAccelerator(label: string): string {
  const trimmed = label.trim();
  const rest = trimmed.replace(ACCELERATOR, '');
  return rest === '' ? trimmed : rest;
}

/** The form in which labels are compared: without accelerator, trimmed, lower case (engine.md 4b step 2). */
export function normalizeLabel(label: string): string {
  return labelWithoutAccelerator(label).toLowerCase();
}

/** The key a label names itself, as written: the text in `[..]`, before `)` or before ` - ` (engine.md 9). First letters are the caller's. */
export function acceleratorKey(label: string): string | undefined {
  const match = ACCELERATOR.exec(label.trim());
  const key = match?.[1] ?? match?.[2] ?? match?.[3];
  return key === undefined || key.trim() === '' ? undefined : key.trim();
}
