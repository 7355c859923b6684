#!/usr/bin/env node
// A program that stands in for a vendor's agent: it takes a prompt on stdin, notes how it was called, and plays what `script.json`
// beside it says for this call; the last entry repeats.
import { spawn } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const folder = dirname(process.argv[1]);
const script = JSON.parse(readFileSync(join(folder, 'script.json'), 'utf8'));
const args = process.argv.slice(2);
if (args.includes('--version')) {
  console.log(script.version ?? '9.9.9');
  process.exit(script.versionExit ?? 0);
}
const seen = join(folder, 'seen.jsonl');
const count = existsSync(seen) ? readFileSync(seen, 'utf8').trimEnd().split('\n').length : 0;
let stdin = '';
for await (const chunk of process.stdin.setEncoding('utf8')) stdin += chunk;
appendFileSync(seen, `${JSON.stringify({ args, stdin, env: process.env, cwd: process.cwd(), pid: process.pid })}\n`);

const steps = script.runs[Math.min(count, script.runs.length - 1)];
for (const step of steps) {
  if (step.line !== undefined) await write(process.stdout, `${step.line}\n`);
  if (step.base64 !== undefined) await write(process.stdout, Buffer.from(step.base64, 'base64'));
  if (step.repeat !== undefined) for (let at = 0; at < step.times; at++) await write(process.stdout, step.repeat);
  if (step.stderr !== undefined) await write(process.stderr, step.stderr);
  if (step.sleep !== undefined) await sleep(step.sleep);
  if (step.ignoreTerm) process.on('SIGTERM', () => {});
  // A child that does not listen to TERM; `escape`: in a session of its own.
  if (step.stubborn !== undefined) {
    const child = spawn(process.execPath, ['-e', `process.on('SIGTERM', () => {}); setInterval(() => {}, 1000); // ${step.stubborn}`], {
      stdio: step.hold ? ['ignore', 'inherit', 'inherit'] : 'ignore',
      detached: step.escape === true,
    });
    child.unref();
  }
  if (step.statusFile !== undefined) writeFileSync(process.env.ATTRACTOR_STATUS_FILE, step.statusFile);
  if (step.kill !== undefined) process.kill(process.pid, step.kill);
  if (step.exit !== undefined) process.exit(step.exit);
}

function write(stream, data) {
  return new Promise((resolve) => stream.write(data, resolve));
}
