import type { SyntaxDiagnostic } from './diagnostic.ts';
import { SourceFile } from './source.ts';

/** A text out of bytes, with what was wrong with them. */
export interface DecodedSource {
  readonly source: SourceFile;
  readonly diagnostics: readonly SyntaxDiagnostic[];
}

/**
 * Reads a file's bytes as UTF-8 (language.md 1). Each run of invalid bytes becomes U+FFFD and one error `invalid-utf8`;
 * the text around it is kept. UTF-16 with a byte order mark is read, and is one error. Never throws.
 */
export function decodeSource(name: string, bytes: Uint8Array): DecodedSource {
  try {
    return { source: new SourceFile(name, decoder('utf-8', true).decode(bytes)), diagnostics: [] };
  } catch {
    return decodeWide(name, bytes) ?? decodeDamaged(name, bytes);
  }
}

// The byte order mark is kept: it is a token of the text.
function decoder(encoding: string, fatal: boolean): InstanceType<typeof TextDecoder> {
  return new TextDecoder(encoding, { fatal, ignoreBOM: true });
}

function decodeWide(name: string, bytes: Uint8Array): DecodedSource | undefined {
  const mark = ((bytes[0] ?? 0) << 8) | (bytes[1] ?? 0);
  if (mark !== 0xfffe && mark !== 0xfeff) return undefined;
  const text = decoder(mark === 0xfffe ? 'utf-16le' : 'utf-16be', false).decode(bytes);
  return { source: new SourceFile(name, text), diagnostics: [invalid('found UTF-16, expected UTF-8: save the file as UTF-8', 0, 1)] };
}

function decodeDamaged(name: string, bytes: Uint8Array): DecodedSource {
  const lenient = decoder('utf-8', false);
  const diagnostics: SyntaxDiagnostic[] = [];
  const pieces: string[] = [];
  let length = 0;
  let at = 0;
  while (at < bytes.length) {
    const good = endOfValid(bytes, at);
    const piece = lenient.decode(bytes.subarray(at, good));
    pieces.push(piece);
    length += piece.length;
    at = good;
    while (at < bytes.length && sequenceLength(bytes, at) === 0) at++;
    if (at === good) continue;
    pieces.push('\ufffd');
    const found = at - good === 1 ? `byte ${hex(bytes[good])}` : `${at - good} bytes from ${hex(bytes[good])}`;
    diagnostics.push(invalid(`found ${found} at byte offset ${good}, expected UTF-8: save the file as UTF-8`, length, length + 1));
    length += 1;
  }
  return { source: new SourceFile(name, pieces.join('')), diagnostics };
}

function invalid(message: string, start: number, end: number): SyntaxDiagnostic {
  return { code: 'invalid-utf8', severity: 'error', message, range: { start, end } };
}

function hex(byte: number | undefined): string {
  return `0x${(byte ?? 0).toString(16).toUpperCase().padStart(2, '0')}`;
}

function endOfValid(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length) {
    const length = sequenceLength(bytes, at);
    if (length === 0) break;
    at += length;
  }
  return at;
}

/** Length of the well-formed UTF-8 sequence at an offset; 0 when it is malformed, overlong, a surrogate or cut off. */
function sequenceLength(bytes: Uint8Array, at: number): number {
  const lead = bytes[at] ?? 0;
  if (lead < 0x80) return 1;
  const length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  if (lead < 0xc2 || lead > 0xf4) return 0;
  const second = bytes[at + 1] ?? 0;
  const low = lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80;
  const high = lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf;
  if (second < low || second > high) return 0;
  for (let i = 2; i < length; i++) if (((bytes[at + i] ?? 0) & 0xc0) !== 0x80) return 0;
  return length;
}
