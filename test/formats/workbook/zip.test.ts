import { deflateRawSync } from 'node:zlib';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  BrokenZip,
  unpackEntry,
  type ZipEntry,
  zipEntries,
} from '../../../src/formats/workbook/zip.ts';
import { collect } from '../support.ts';
import { storedZip } from './made-workbook.ts';

/** In a folder: fflate packs no file called `__proto__`. */
const path = fc.string({ minLength: 1, maxLength: 20 }).map((name) => `xl/${name}`);
const files = fc.dictionary(path, fc.uint8Array(), {
  noNullPrototype: true,
});

async function unpacked(archive: Buffer, entry: ZipEntry): Promise<Buffer> {
  return Buffer.concat(await collect(unpackEntry(archive, entry)));
}

async function contents(archive: Buffer): Promise<[string, Buffer][]> {
  return Promise.all(
    zipEntries(archive).map(async (entry) => [entry.name, await unpacked(archive, entry)]),
  );
}

test('an archive gives back the files that it was made of', async () => {
  await fc.assert(
    fc.asyncProperty(files, async (given) => {
      const made = Object.entries(given).map(([name, bytes]) => [name, Buffer.from(bytes)]);
      expect(await contents(storedZip(given))).toEqual(made);
    }),
  );
});

test('an archive that is cut off anywhere is broken', async () => {
  const whole = storedZip({ 'a.xml': 'content', b: '' });
  for (let size = 0; size < whole.length; size++) {
    expect(() => zipEntries(whole.subarray(0, size))).toThrow(BrokenZip);
  }
});

test('a file that is larger than it says is not unpacked further', async () => {
  const packed = deflateRawSync(Buffer.alloc(1_000_000));
  const archive = storedZip({ 'bomb.xml': packed });
  const [entry] = zipEntries(archive);
  if (!entry) throw new Error('no entry');
  const lying = { ...entry, method: 8, size: 10 };
  await expect(unpacked(archive, lying)).rejects.toThrow();
  await expect(unpacked(archive, { ...entry, crc: 1 })).rejects.toThrow('bomb.xml is damaged');
  await expect(unpacked(archive, { ...entry, encrypted: true })).rejects.toThrow('encrypted');
});
