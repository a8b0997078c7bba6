/**
 * Kills a submit with SIGKILL again and again, at random instants, and resumes it until it is done;
 * then another one, until there were so many kills. Each address must have been sent exactly once,
 * and the results must be those of an undisturbed run, byte for byte, which has one for every row.
 *
 *     node bench/jobs/kill.ts [kills] [rows] [seed]
 *
 * The service is a stand-in that itself drops connections, before acting and after it, answers late,
 * and with 502, so that kills meet a POST whose answer is still to come, or lost.
 * Needs a built dist/ (npm run build).
 */
import type { ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { seededRandom } from '../../src/lists/file/sample.ts';
import { ended, startProgram } from '../../test/support/spawned-program.ts';
import {
  BAD_GATEWAY,
  type Fault,
  type StandIn,
  startStandIn,
} from '../../test/support/stand-in.ts';

const SUBMIT = ['batch', 'submit', 'list.csv', '-o', 'out.csv'];
const [wantedKills = 100, rows = 20_000, seed = Date.now() % 2 ** 31] = process.argv
  .slice(2)
  .map(Number);
const random = seededRandom(seed);
const addresses = Array.from({ length: rows }, (_, index) => `a${index}@example.com`);
const list = `id;email\r\n${addresses.map((address, index) => `${index};${address}\r\n`).join('')}`;

const expected = await undisturbedRun();
let [kills, killsAtPosts, rounds] = [0, 0, 0];
const began = performance.now();
while (kills < wantedKills) {
  await oneRound();
  rounds += 1;
  say(`round ${rounds}: ${kills} kills, ${killsAtPosts} of them with a POST as the last request`);
}
const seconds = ((performance.now() - began) / 1000).toFixed(0);
say(
  `${rounds} lists of ${rows} addresses in ${Math.ceil(rows / 1000)} batches, ${kills} kills:` +
    ' every address sent exactly once, every row with its result,' +
    ` output byte-identical with the undisturbed run's (${seconds} s, seed ${seed})`,
);

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

async function undisturbedRun(): Promise<string> {
  await using standIn = await startStandIn();
  using home = homeWithList();
  const code = await ended(submit(standIn, home.path));
  if (code !== 0) throw new Error(`the undisturbed run ended with ${code}`);
  const output = home.output();
  const judged = output.split('\r\n').filter((row) => row.includes(';deliverable;accepted;'));
  if (judged.length !== rows) throw new Error(`${judged.length} rows have a result`);
  return output;
}

async function oneRound(): Promise<void> {
  await using standIn = await startStandIn({ pollsToFinish: 2, letterCase: 'lower' });
  using home = homeWithList();
  standIn.fail('createBatch', ...faults());
  let [child, code] = [submit(standIn, home.path), null as number | null];
  for (;;) {
    code = await killedOrEnded(child, standIn);
    // 2 with the results written: killed between its last write and its end.
    if (code === 0 || (code === 2 && existsSync(join(home.path, 'out.csv')))) break;
    if (code !== null && code !== 5) throw new Error(`unexpected exit code ${code}`);
    child = startProgram(standIn, home.path, resumeOrSubmit(home.path, code));
  }
  check(standIn, home.output());
}

/**
 * Before the job is on record there is nothing to resume: submitting again is right then. A batch that
 * is lost (5) is sent again once the user says so; the service's list still shows one that arrived.
 */
function resumeOrSubmit(home: string, code: number | null): readonly string[] {
  if (!hasJob(home)) return SUBMIT;
  return ['batch', 'resume', ...(code === 5 ? ['--resend-unknown'] : [])];
}

function hasJob(home: string): boolean {
  const directory = join(home, '.local/state/mailvet/jobs');
  if (!existsSync(directory)) return false;
  return readdirSync(directory).some((name) => name.startsWith('job_') && name.endsWith('.sqlite'));
}

function check(standIn: StandIn, output: string): void {
  const sent = standIn.batches.flatMap((batch) => batch.emails);
  if (sent.length !== rows || new Set(sent).size !== rows) {
    throw new Error(`${sent.length} addresses sent, ${new Set(sent).size} of them distinct`);
  }
  if (output !== expected) throw new Error('the results differ from the undisturbed run');
}

/** A service on a bad day. */
function faults(): Fault[] {
  const kinds: Fault[] = [
    { kind: 'drop_before' },
    { kind: 'drop_after' },
    { kind: 'act_then_answer', status: 502 },
    BAD_GATEWAY,
    { kind: 'hold', until: sleep(random() * 10_000) },
    { kind: 'hold', until: Promise.resolve() },
  ];
  return Array.from({ length: 8 }, () => kinds[Math.floor(random() * kinds.length)] as Fault);
}

async function killedOrEnded(child: ChildProcess, standIn: StandIn): Promise<number | null> {
  const timer = setTimeout(() => child.kill('SIGKILL'), 100 + random() ** 2 * 5000);
  const code = await ended(child);
  clearTimeout(timer);
  if (code !== null) return code;
  kills += 1;
  if (standIn.requests.at(-1)?.operation === 'createBatch') killsAtPosts += 1;
  return null;
}

function submit(standIn: StandIn, home: string): ChildProcess {
  return startProgram(standIn, home, SUBMIT);
}

function homeWithList() {
  const path = mkdtempSync(join(tmpdir(), 'mailvet-kill-'));
  writeFileSync(join(path, 'list.csv'), list);
  return {
    path,
    output: () => readFileSync(join(path, 'out.csv'), 'utf8'),
    [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }),
  };
}
