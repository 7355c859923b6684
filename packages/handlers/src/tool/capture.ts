import { type FileHandle, open } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Readable } from 'node:stream';
import { StoreError } from '@attractor/engine';
import { headTail } from './head-tail.ts';
import { lastLine } from './last-line.ts';

/** In-memory limit of a captured stream, in characters: enough for any report, little beside a run's memory. */
const memoryLimit = 1_048_576;

export interface Captured {
  /** Head and tail, marked where cut. */
  readonly text: string;
  readonly truncated: boolean;
  readonly lastLine: string;
}

/** A filter over a text that comes in pieces; it may hold back what could be the start of a secret. */
export interface StreamMask {
  push(text: string): string;
  end(): string;
}

/** A file that a stream is copied to. */
export interface CaptureFile {
  readonly path: string;
  readonly handle: FileHandle;
}

/** Opened before the command starts: a process that ends at once must find its reader there, or Node drops its output. */
export async function openCapture(path: string): Promise<CaptureFile> {
  return { path, handle: await writing(path, open(path, 'w', 0o600)) };
}

/**
 * Copies a stream to a file without bound and keeps its head, tail and last line in memory (engine.md 10). Bytes that are
 * no UTF-8 are replaced, secrets masked before anything is kept. Reads only as fast as the disk takes it. A disk that does
 * not take it throws a `StoreError`.
 */
export async function capture(
  stream: Readable,
  { path, handle }: CaptureFile,
  mask: StreamMask,
  progress: { bytes: number },
): Promise<Captured> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const memory = headTail(memoryLimit, `all of it is in ${basename(path)}`);
  const last = lastLine(memoryLimit);

  async function keep(text: string): Promise<void> {
    if (text === '') return;
    memory.push(text);
    last.push(text);
    const bytes = Buffer.from(text, 'utf8');
    for (let at = 0; at < bytes.length; ) at += (await writing(path, handle.write(bytes, at))).bytesWritten;
  }

  try {
    for await (const chunk of chunks(stream)) {
      progress.bytes += chunk.length;
      await keep(mask.push(decoder.decode(chunk, { stream: true })));
    }
    await keep(mask.push(decoder.decode()));
    await keep(mask.end());
  } finally {
    await handle.close();
  }
  return { text: memory.text(), truncated: memory.truncated, lastLine: last.text() };
}

/** The stream's chunks; a stream that was given up (its writer escaped the group) simply ends. */
async function* chunks(stream: Readable): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of stream) yield chunk as Buffer;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  }
}

async function writing<T>(path: string, action: Promise<T>): Promise<T> {
  try {
    return await action;
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    const full = code === 'ENOSPC' || code === 'EDQUOT';
    if (full) throw new StoreError('disk_full', `the disk is full (${code}): free space, then resume the run: ${path}`, path, error);
    throw new StoreError('unwritable', `cannot write ${path}: ${error instanceof Error ? error.message : String(error)}`, path, error);
  }
}
