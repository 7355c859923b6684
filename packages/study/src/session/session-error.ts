import { HandlerError } from '@attractor/engine';

/** A script and the run did not go together (rulings H): it fails the run, whoever's session it was. */
export const scriptMismatchType = 'script_mismatch';

export function scriptMismatch(message: string): HandlerError {
  return new HandlerError(`script_mismatch: ${message}`, { retryable: false, type: scriptMismatchType });
}

export function isScriptMismatch(error: unknown): error is HandlerError {
  return error instanceof HandlerError && error.type === scriptMismatchType;
}

const unavailable =
  /^(?:NetworkError|ModelError:(?:network|timeout|quota|auth|permission|overloaded|server|rate_limit)|Http(?:401|403|408|425|429|5\d\d))$/;

/** The provider could not be had: network, 5xx, quota, login (study-rulings.md C5). */
export function isProviderFailure(error: unknown): boolean {
  return error instanceof HandlerError && unavailable.test(error.type);
}

/** The session was ended from outside, not by a failure. */
export function isAbort(error: unknown): boolean {
  return error instanceof HandlerError && error.type === 'AbortError';
}
