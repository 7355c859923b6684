import { createRequire } from 'node:module';

type Yaml = typeof import('yaml');

let loaded: Yaml | undefined;

/** The YAML reader, loaded at the first use: most graphs need none. Bundlers see the plain `require`. */
export function yaml(): Yaml {
  loaded ??= (typeof require === 'function' ? require('yaml') : createRequire(import.meta.url)('yaml')) as Yaml;
  return loaded;
}
