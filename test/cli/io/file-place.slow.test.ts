/** A directory of the path is itself swapped for a link to another one, and back. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { accessBelow } from '../../../src/cli/commands/mcp/agent.ts';
import { openJudged, RunFiles } from '../../../src/cli/io/file-place.ts';
import { createOutputFile } from '../../../src/cli/io/output-file.ts';
import { temporaryHome } from '../../support/run-cli.ts';

const SWAP = `
const { renameSync, symlinkSync, unlinkSync } = require('node:fs');
const [root, outside] = process.argv.slice(1);
process.stdout.write('swapping');
for (;;) {
  renameSync(root + '/lists', root + '/away');
  symlinkSync(outside, root + '/lists');
  unlinkSync(root + '/lists');
  renameSync(root + '/away', root + '/lists');
}`;

/** Goes on until it has worked, and failed, so many times. */
const TIMES = 200;

async function swapping(check: (root: string, outside: string) => Promise<void>): Promise<void> {
  await using root = await temporaryHome();
  await using outside = await temporaryHome();
  await mkdir(join(root.path, 'lists'));
  await writeFile(join(root.path, 'lists', 'list.csv'), 'inside');
  await writeFile(join(outside.path, 'list.csv'), 'outside');
  const swapper = spawn(process.execPath, ['-e', SWAP, root.path, outside.path]);
  await once(swapper.stdout, 'data');
  try {
    await check(root.path, outside.path);
  } finally {
    swapper.kill('SIGKILL');
    await once(swapper, 'exit');
  }
}

async function untilBoth(attempt: () => Promise<boolean>): Promise<void> {
  const counts = { worked: 0, failed: 0 };
  while (Math.min(counts.worked, counts.failed) < TIMES)
    counts[(await attempt().catch(() => false)) ? 'worked' : 'failed'] += 1;
}

describe.skipIf(process.platform !== 'linux')('a directory that is swapped for a link', () => {
  it('is read as what was judged, or not at all', async () => {
    await swapping(async (root) => {
      const access = accessBelow([root], 'linux');
      const contents = new Set<string>();
      await untilBoth(async () => {
        await using file = await openJudged(join(root, 'lists', 'list.csv'), access);
        if (file) contents.add(await file.readFile('utf8'));
        return file !== undefined;
      });
      expect([...contents]).toEqual(['inside']);
    });
  });

  it('gets no file where the link leads', async () => {
    await swapping(async (root, outside) => {
      const access = accessBelow([root], 'linux');
      await untilBoth(async () => {
        const path = join(root, 'lists', 'list.csv');
        const file = await createOutputFile(path, { force: true, access, files: new RunFiles() });
        await file.write('new');
        await file.commit().finally(() => file.discard());
        return true;
      });
      expect(await readdir(outside)).toEqual(['list.csv']);
      expect(await readFile(join(outside, 'list.csv'), 'utf8')).toBe('outside');
    });
  });
});
