import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { clearGroup, terminateGroup, terminateMarked } from '@attractor/handlers';
import { ReadBuffer, serializeMessage } from '@modelcontextprotocol/sdk/shared/stdio.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';

export interface ProcessOptions {
  readonly command: string;
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly workingDirectory: string;
  /** A variable of `environment`, `NAME=value`, that no other process has: what left the group is found by it. */
  readonly marker: string;
}

/** The transport of a server that is a process, with what is known of the process. */
export interface ProcessTransport {
  readonly transport: Transport;
  /** How the process ended and the last of what it wrote to stderr; while it runs only that. */
  about(): string;
  /** Ends the process group; when it resolves nothing of it is left. `atOnce`: without time to end by itself. */
  end(atOnce: boolean): Promise<void>;
}

/** How long a server may take to end by itself after its input was closed. */
const farewellMs = 300;

/** Characters of stderr that an error shows. */
const stderrTail = 2000;

/**
 * JSON-RPC over the pipes of a process in a group of its own. The SDK's own stdio transport starts servers in our group and ends only
 * the process itself; a server that is a script around another process would leave that one behind.
 */
export function processTransport(options: ProcessOptions): ProcessTransport {
  const input = new ReadBuffer();
  let child: ChildProcess | undefined;
  let stderr = '';
  let ending: string | undefined;
  let ended: Promise<void> | undefined;
  const transport: Transport = {
    start: () =>
      new Promise((resolve, reject) => {
        try {
          child = spawn(options.command, [...options.args], {
            cwd: options.workingDirectory,
            env: options.environment,
            detached: true,
            stdio: 'pipe',
          });
        } catch (error) {
          reject(error instanceof Error ? error : new Error(String(error)));
          return;
        }
        child.once('spawn', resolve);
        child.once('error', (error) => reject(startFailure(error, options)));
        child.once('exit', (code, signal) => {
          ending = signal === null ? `it ended with exit code ${code ?? 0}` : `it was ended by ${signal}`;
        });
        child.once('close', () => transport.onclose?.());
        child.stdin?.on('error', (error) => transport.onerror?.(error));
        child.stderr?.setEncoding('utf8').on('data', (text: string) => {
          stderr = (stderr + text).slice(-stderrTail);
        });
        child.stdout?.on('data', (chunk: Buffer) => receive(chunk));
      }),
    send: (message) =>
      new Promise((resolve, reject) => {
        const pipe = child?.stdin;
        if (pipe === undefined || pipe === null || !pipe.writable) return reject(new Error('the process takes no input any more'));
        pipe.write(serializeMessage(message), (error) => (error === null || error === undefined ? resolve() : reject(error)));
      }),
    close: () => end(false),
  };

  function receive(chunk: Buffer): void {
    try {
      input.append(chunk);
    } catch (error) {
      // More than the buffer takes without a line break: nothing that follows could be read.
      transport.onerror?.(error instanceof Error ? error : new Error(String(error)));
      void end(true);
      return;
    }
    for (;;) {
      try {
        const message = input.readMessage();
        if (message === null) return;
        transport.onmessage?.(message);
      } catch (error) {
        // A line that is no message, such as a greeting on stdout, is skipped.
        transport.onerror?.(error instanceof Error ? error : new Error(String(error)));
      }
    }
  }

  function end(atOnce: boolean): Promise<void> {
    ended ??= finish(atOnce);
    return ended;
  }

  async function finish(atOnce: boolean): Promise<void> {
    const group = child?.pid;
    if (child === undefined || group === undefined) return;
    child.stdin?.end();
    if (!atOnce && child.exitCode === null && child.signalCode === null) await endedWithin(child, farewellMs);
    await (child.exitCode === null && child.signalCode === null ? terminateGroup(group) : clearGroup(group));
    await terminateMarked(options.marker);
    child.stdout?.destroy();
    child.stderr?.destroy();
  }

  return {
    transport,
    about: () => [ending, stderr.trim() === '' ? undefined : `it wrote: ${stderr.trim()}`].filter((part) => part !== undefined).join('; '),
    end,
  };
}

/** The system says of a missing folder what it says of a missing program. */
function startFailure(error: Error, { command, workingDirectory }: ProcessOptions): Error {
  if (!existsSync(workingDirectory)) return new Error(`there is no folder ${workingDirectory}`);
  return 'code' in error && error.code === 'ENOENT' ? new Error(`there is no program ${command}`) : error;
}

function endedWithin(child: ChildProcess, ms: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    child.once('exit', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
