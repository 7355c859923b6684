import type { JsonObject } from '../json.ts';

/** An error that a server sent as an ordinary event of a stream, which no SDK turns into one of its own. */
export class ServerError extends Error {
  readonly error: JsonObject;

  constructor(error: { readonly code?: string | null; readonly message?: string | null }) {
    super(error.message ?? 'the server reported an error');
    this.error = { code: error.code ?? 'server_error', message: this.message };
  }
}
