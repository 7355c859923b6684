/** Names of variables whose values are not for a model's commands (companion 4.2). */
const secretName = /(?:_API_KEY|_KEY|_SECRET|_TOKEN|_PASSWORD|_PASSWD|_CREDENTIALS?)$/i;

/**
 * The environment of a model's commands: that of the run without keys and other secrets. A default that keeps them out of
 * sight, no boundary: a command can read what the user can read.
 */
export function commandEnvironment(environment: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).filter((entry): entry is [string, string] => entry[1] !== undefined && !secretName.test(entry[0])),
  );
}
