/**
 * Runs a program until it ends, or until the process that started this one is gone, also by kill -9:
 * stdin ends with it. Its only argument is GuardedProgram as JSON. See start-guarded.ts.
 */
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import type { GuardedProgram } from './start-guarded.ts';

const KILL_AFTER_MS = 20_000;

const {
  program,
  args,
  signal,
  uid,
  gid,
  remove = [],
} = JSON.parse(process.argv[2] ?? '') as GuardedProgram;
const child = spawn(program, args, {
  stdio: ['ignore', 'inherit', 'inherit'],
  ...(uid !== undefined && { uid }),
  ...(gid !== undefined && { gid }),
});

function stop(): void {
  child.kill(signal);
  setTimeout(() => child.kill('SIGKILL'), KILL_AFTER_MS).unref();
}

process.stdin.on('error', stop).on('close', stop).resume();
process.on('SIGTERM', stop).on('SIGINT', stop);
// Nobody may be left who reads what it says.
process.stdout.on('error', () => {});
process.stderr.on('error', () => {});
child.on('error', (error) => {
  console.error(error.message);
  process.exit(1);
});
child.on('exit', (code) => {
  for (const folder of remove) rmSync(folder, { recursive: true, force: true });
  process.exit(code ?? 1);
});
