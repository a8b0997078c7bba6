import { mkdirSync, writeFileSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import { existingPath } from '../../../src/cli/io/list-input.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const LATIN1 = Buffer.from('l\xe9.csv', 'latin1');

// Only Linux has names that are not UTF-8.
it.runIf(process.platform === 'linux')('finds a file whose name is not UTF-8', async () => {
  const folder = temporaryFolder();
  onTestFinished(folder.dispose);
  const directory = Buffer.concat([
    Buffer.from(`${folder.path('')}/`),
    Buffer.from('d\xe9', 'latin1'),
  ]);
  mkdirSync(directory);
  const file = Buffer.concat([directory, Buffer.from('/'), LATIN1]);
  writeFileSync(file, 'email\n');
  const found = await existingPath(file.toString());
  expect(Buffer.from(found)).toEqual(file);
  writeFileSync(Buffer.concat([directory, Buffer.from('/l\xe8.csv', 'latin1')]), 'email\n');
  await expect(existingPath(file.toString())).rejects.toThrow('Several files');
});

it('leaves other names as they are', async () => {
  expect(await existingPath('/no\ufffdwhere/x')).toBe('/no\ufffdwhere/x');
  expect(await existingPath('/x/é.csv')).toBe('/x/é.csv');
});
