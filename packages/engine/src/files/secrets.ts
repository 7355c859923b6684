const SECRET_NAME = /(?:KEY|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIALS?)$/i;

/** Shorter values occur by chance; masking them would destroy ordinary text (files.md 1). */
const SHORTEST = 8;

/**
 * What has to be masked: values of environment variables with secret names and of secret parameters, at least 8
 * characters (files.md 1); each also without surrounding white space (a file's last line break is seldom repeated), and
 * as it stands inside a JSON string. Longest first.
 */
export function secretPatterns(
  environment: Readonly<Record<string, string | undefined>>,
  secretValues: Iterable<string>,
): readonly string[] {
  const patterns = new Set<string>();
  const add = (value: string) => {
    for (const form of [value, value.trim()]) {
      if (form.trim().length < SHORTEST) continue;
      patterns.add(form);
      patterns.add(JSON.stringify(form).slice(1, -1));
    }
  };
  for (const [name, value] of Object.entries(environment)) if (value !== undefined && SECRET_NAME.test(name)) add(value);
  for (const value of secretValues) add(value);
  return [...patterns].sort((a, b) => b.length - a.length || (a < b ? -1 : 1));
}
