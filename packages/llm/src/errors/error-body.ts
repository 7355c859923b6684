import { isJsonObject, type Json, type JsonObject, parseJson } from '../json.ts';

/** What the bodies of the vendors' errors say, in one shape. */
export interface ErrorBody {
  readonly message: string;
  /** All words that name the error: `code`, `type`, gRPC status, `details.error_code`, `reason` of Google's details. */
  readonly codes: readonly string[];
  /** Google's quota violations. */
  readonly violations: readonly { readonly quotaId: string; readonly quotaValue: string }[];
  readonly retryDelayMs?: number;
  readonly body: Json;
}

const longestMessage = 1000;

/** Reads an error body of any of the wire formats; a text that is no JSON is its own message. */
export function readErrorBody(text: string): ErrorBody {
  const parsed = parseJson(text);
  // Gemini answers with a list of one when the request was not for a stream of events.
  const root = Array.isArray(parsed) ? (parsed as readonly Json[])[0] : parsed;
  if (!isJsonObject(root)) return { message: excerpt(text), codes: [], violations: [], body: excerpt(text) };
  const error = isJsonObject(root['error']) ? root['error'] : root;
  const details = list(error['details']).filter(isJsonObject);
  const anthropicDetails = isJsonObject(error['details']) ? error['details'] : {};
  const words = [
    anthropicDetails['error_code'],
    error['code'],
    error['type'],
    error['status'],
    ...details.map((detail) => detail['reason']),
  ];
  const message = [error['message'], root['message'], root['error']].find((value) => typeof value === 'string');
  const delay = details.map((detail) => seconds(detail['retryDelay'])).find((value) => value !== undefined);
  return {
    message: excerpt(typeof message === 'string' ? message : text),
    codes: words.filter((word): word is string => typeof word === 'string' && word !== '' && word !== 'error'),
    violations: details.flatMap((detail) => list(detail['violations']).filter(isJsonObject).map(violation)),
    ...(delay === undefined ? {} : { retryDelayMs: delay }),
    body: root,
  };
}

function violation(value: JsonObject): { quotaId: string; quotaValue: string } {
  return { quotaId: word(value['quotaId']), quotaValue: word(value['quotaValue']) };
}

function word(value: Json | undefined): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function list(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? (value as readonly Json[]) : [];
}

/** A protobuf duration as JSON: `"20.2s"`. */
function seconds(value: Json | undefined): number | undefined {
  const match = typeof value === 'string' ? /^(\d+(?:\.\d+)?)s$/.exec(value) : null;
  return match === null ? undefined : Math.round(Number(match[1]) * 1000);
}

function excerpt(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > longestMessage ? `${line.slice(0, longestMessage)}…` : line;
}
