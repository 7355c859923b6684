import type { McpServer } from '@attractor/pipeline';

export type Filled = { readonly ok: true; readonly server: McpServer } | { readonly ok: false; readonly problem: string };

/** Puts values into `${NAME}` of a server's texts. A name without a value is a problem: an empty key would fail later and elsewhere. */
export function fillIn(server: McpServer, lookup: (name: string) => string | undefined): Filled {
  const missing = new Set<string>();
  const fill = (text: string): string =>
    text.replace(/\$\{([A-Za-z_][A-Za-z0-9_.]*)\}/g, (_whole, name: string) => {
      const value = lookup(name);
      if (value === undefined) missing.add(name);
      return value ?? '';
    });
  const map = (values: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(values).map(([key, text]) => [key, fill(text)]));
  const filled: McpServer =
    server.kind === 'http'
      ? { ...server, url: fill(server.url), headers: map(server.headers) }
      : {
          ...server,
          command: fill(server.command),
          args: server.args.map(fill),
          env: map(server.env),
          ...(server.cwd === undefined ? {} : { cwd: fill(server.cwd) }),
        };
  if (missing.size === 0) return { ok: true, server: filled };
  return {
    ok: false,
    problem: `${[...missing].map((name) => `\${${name}}`).join(', ')}: no such variable in the environment and no such parameter`,
  };
}
