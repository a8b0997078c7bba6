/**
 * Runs one benchmark; without a name it lists them.
 *
 *     npm run bench                              what each shows
 *     npm run bench scattered -- tens --rounds 1
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

interface Benchmark {
  readonly file: string;
  readonly shows: string;
  readonly arguments?: string;
}

/** Each compares with something real in the same run: a peer, the bare library, the physical limit. */
const BENCHMARKS: Readonly<Record<string, Benchmark>> = {
  accuracy: {
    file: 'accuracy/run.ts',
    shows: 'how often mailvet and other verifiers are right, over one mail world',
    arguments: '[adapter…] [--addresses] [--save --by <name>] [--sealed <seed file>]',
  },
  world: {
    file: 'accuracy/world/start.ts',
    shows: 'what any program finds in the mail world of accuracy, in a network of its own',
    arguments: '[--resolver <kinds>] [--list] [-- <command…>]',
  },
  floor: {
    file: 'floor/run.ts',
    shows: 'processor time, memory and rates, each beside the smallest program that does the work',
    arguments: '[--only scattered,one,cached,rows,memory,shares,quickstart,start] [--runs <n>]',
  },
  scattered: {
    file: 'scattered/run.ts',
    shows:
      'addresses a second, processor time, sessions, memory; beside peers and limits of providers',
    arguments: '[tens|hundreds|shares|one|huge…] [--no-peers] [--rounds <n>] [--missing <n>]',
  },
  service: {
    file: 'service/run.ts',
    shows: 'creating batches, and 200 clients at once for a minute',
  },
  held: {
    file: 'service/held.ts',
    shows: 'the longest wait of /healthz beside long reads',
    arguments: '[rows]',
  },
  hostile: {
    file: 'service/hostile-requests.ts',
    shows: 'the longest wait of /healthz beside each of 45 requests made to cost much',
    arguments: '[part of a name]',
  },
  neighbours: {
    file: 'neighbours/run.ts',
    shows:
      "what a team waits for beside another team's reads, webhooks and uploads, on both databases",
    arguments: '[--databases <names>] [--loads <names>] [--only <row>]',
  },
  scale: {
    file: 'scale/run.ts',
    shows: 'four workers beside one, on many hosts and on one provider',
    arguments: '[addresses]',
  },
  scan: {
    file: 'scan/run.ts',
    shows: 'seconds and memory of `mailvet scan` beside `grep -E` over the same files',
    arguments: '[lines]',
  },
  learn: {
    file: 'learn/run.ts',
    shows: 'messages a second and memory of `mailvet learn`, as the mailbox grows',
    arguments: '[messages] [--store] [--maildir] [--json]',
  },
};

const [name = '', ...args] = process.argv.slice(2);
const benchmark = BENCHMARKS[name];
if (benchmark) {
  const path = fileURLToPath(new URL(benchmark.file, import.meta.url));
  const { status } = spawnSync(process.execPath, [path, ...args], { stdio: 'inherit' });
  process.exitCode = status ?? 1;
} else {
  if (name !== '') process.stderr.write(`Unknown benchmark '${name}'.\n`);
  for (const [known, { shows, arguments: given = '' }] of Object.entries(BENCHMARKS))
    process.stdout.write(`${known.padEnd(12)}${shows}\n${' '.repeat(12)}${given}\n`);
  process.exitCode = name === '' ? 0 : 2;
}
