/**
 * `mailvet learn` on mailboxes of any size: messages a second of processor time, and resident memory as it grows.
 * `npm run bench learn 1000000` for another number of messages, `--store` to store what is read.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Metered } from '../metered.ts';
import { bounce, mbox } from './bounces.ts';

const { values, positionals } = parseArgs({
  options: { store: { type: 'boolean' }, json: { type: 'boolean' }, maildir: { type: 'boolean' } },
  allowPositionals: true,
});
const count = Number(positionals[0] ?? 200_000);
const home = await mkdtemp(join(tmpdir(), 'mailvet-learn-'));
process.on('exit', () => rmSync(home, { recursive: true, force: true, maxRetries: 5 }));
const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => {
    stopping.abort();
    process.exit(1);
  });
}
/** Messages after which memory is looked at. */
const LOOKS = [
  5_000, 10_000, 20_000, 50_000, 100_000, 200_000, 400_000, 600_000, 800_000, 1_000_000,
];

const { program, output } = start(values.maildir ? await maildir() : '-');
const closed = once(program, 'close');
const looks = LOOKS.filter((look) => look <= count);
if (!values.maildir) {
  for (const part of mbox(count)) {
    if (!program.stdin.write(part.text)) await Promise.race([once(program.stdin, 'drain'), closed]);
    if (part.count >= (looks[0] ?? Number.POSITIVE_INFINITY)) {
      looks.shift();
      console.log(`${part.count} messages: ${await residentMb(program.pid)}`);
    }
  }
}
program.stdin.end();
const [code] = await closed;
const metered = JSON.parse(await readFile(join(home, 'meter.json'), 'utf8')) as Metered;
console.log(`${output()}exit ${code}`);
console.log(
  `${Math.round(count / metered.cpuSeconds)} messages/s of processor time, ${Math.round(count / metered.wallSeconds)} of the clock; peak ${Math.round(metered.peakMb)} MB`,
);

function start(path: string) {
  const flags = [...(values.store ? [] : ['--dry-run']), ...(values.json ? ['--json'] : [])];
  const pathOf = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));
  const program = spawn(
    process.execPath,
    ['--import', pathOf('../meter.js'), pathOf('../../bin/mailvet.js'), 'learn', ...flags, path],
    {
      cwd: home,
      env: { PATH: process.env.PATH, HOME: home, METER_FILE: join(home, 'meter.json') },
      stdio: ['pipe', 'ignore', 'pipe'],
      // It writes into the folder until its end.
      signal: stopping.signal,
      killSignal: 'SIGKILL',
    },
  );
  let output = '';
  program.stderr.on('data', (chunk) => {
    output = `${output}${chunk}`.slice(-2000);
  });
  return { program, output: () => output };
}

async function residentMb(pid: number | undefined): Promise<string> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const mb = (name: string) =>
    Math.round(Number(new RegExp(`${name}:\\s*(\\d+)`).exec(status)?.[1]) / 1024);
  return `${mb('VmRSS')} MB resident, ${mb('VmHWM')} MB at most`;
}

async function maildir(): Promise<string> {
  for (const name of ['cur', 'new', 'tmp'])
    await mkdir(join(home, 'Maildir', name), { recursive: true });
  for (let at = 0; at < count; at += 1) {
    await writeFile(join(home, 'Maildir', 'new', `${at}.host`), bounce(at));
  }
  return join(home, 'Maildir');
}
