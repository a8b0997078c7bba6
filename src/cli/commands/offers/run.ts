import { open, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { inspectList } from '../../../formats/inspect/inspect-list.ts';
import { safeLine } from '../../../lib/safe-text.ts';
import { listJobs } from '../../../lists/directory/job-directory.ts';
import { DEFAULT_PROFILE } from '../../config/config-file.ts';
import type { Action, Invocation } from '../../invocation.ts';
import { jobsDirectory } from '../batch/submit/job-access.ts';
import type { Offered } from '../completion/values.ts';

/** Prints words to choose from. Completion must disturb nobody: what fails offers nothing. */
export const runOffers: Action = async (invocation, { args: [what = '', ...words] }) => {
  const find = SOURCES[what as Offered];
  const offers = await find?.(invocation, words).catch(() => []);
  const lines = (offers ?? []).filter((word) => word !== '');
  await invocation.context.stdout.write(lines.map((word) => `${safeLine(word)}\n`).join(''));
  return undefined;
};

type Source = (invocation: Invocation, words: readonly string[]) => Promise<readonly string[]>;

const SOURCES: Readonly<Record<Offered, Source>> = {
  jobs: async (invocation) => jobs(invocation).map(({ record }) => record.id),
  batches: async (invocation) =>
    jobs(invocation).flatMap(({ record, batchIds }) => [record.id, ...batchIds]),
  profiles: async (invocation) => {
    const { config } = await invocation.config();
    return [DEFAULT_PROFILE, ...Object.keys(config.profiles ?? {})];
  },
  columns: async ({ context: { cwd } }, words) => {
    // The first two are the program and its command.
    const files = words.slice(2).filter((word) => !word.startsWith('-'));
    for (const file of files) {
      const header = await headerOf(resolve(cwd, file)).catch(() => undefined);
      if (header) return header;
    }
    return [];
  },
};

function jobs(invocation: Invocation) {
  return listJobs(jobsDirectory(invocation), () => {});
}

/** As much of a list as its header needs. */
const START_BYTES = 64 * 1024;

/** The column names of a list; undefined for what has none. */
async function headerOf(path: string): Promise<readonly string[] | undefined> {
  if (!(await stat(path)).isFile()) return undefined;
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(START_BYTES), 0, START_BYTES, 0);
  const whole = bytesRead < START_BYTES;
  const start = buffer.subarray(0, whole ? bytesRead : buffer.lastIndexOf('\n') + 1);
  const source = {
    name: path,
    open: () =>
      (async function* () {
        yield start;
      })(),
  };
  const plan = await inspectList(source, { chooseColumn: async () => 0 });
  return plan.header ?? undefined;
}
