const names = new Set(['PATH', 'HOME', 'IFS', 'ENV', 'BASH_ENV', 'SHELL', 'PWD', 'TMPDIR', 'NODE_OPTIONS']);

/** True for environment variables that no context value or parameter may set (language.md 4). */
export function isProtectedVariable(name: string): boolean {
  return names.has(name) || name.startsWith('LD_') || name.startsWith('ATTRACTOR_');
}
