/** Minutes of a text like "45m", "2h" or "1h30m". */
export function duration(text) {
  const match = /(\d+)([hm])/.exec(text);
  if (match === null) throw new Error(`not a duration: ${text}`);
  return Number(match[1]) * (match[2] === 'h' ? 60 : 1);
}
