import { gzipSync, zstdCompressSync } from 'node:zlib';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findPacking, packingOf, withoutPacking } from '../../../src/formats/packed/packing.ts';
import { unpackList } from '../../../src/formats/workbook/workbook.ts';
import { storedZip } from '../workbook/made-workbook.ts';

const PACK = { gzip: gzipSync, zstd: zstdCompressSync } as const;
const LIST = 'email,name\nada@example.com,Ada\n';

async function read(bytes: Uint8Array, maxUnpacked: number | undefined = 1e9, cuts = 7) {
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += cuts) yield bytes.subarray(at, at + cuts);
  }
  const { chunks: unpacked } = await unpackList('list', chunks(), { maxUnpacked });
  const parts: Uint8Array[] = [];
  for await (const part of unpacked) parts.push(part);
  return Buffer.concat(parts);
}

describe('a packed list', () => {
  it.each(['gzip', 'zstd'] as const)('comes out as it was, by its content: %s', async (packing) => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array(), fc.integer({ min: 1, max: 50 }), async (bytes, cuts) => {
        fc.pre(findPacking(bytes) === undefined && !Buffer.from(bytes).toString().startsWith('PK'));
        expect(await read(PACK[packing](bytes), 1e9, cuts)).toEqual(Buffer.from(bytes));
      }),
    );
  });

  it.each(['gzip', 'zstd'] as const)(
    'that is damaged or cut off is an error: %s',
    async (packing) => {
      const packed = PACK[packing](LIST.repeat(500));
      const cut = packed.subarray(0, packed.length - 6);
      await expect(read(cut)).rejects.toThrow("list can't be unpacked: it is damaged or cut off");
      const changed = Buffer.from(packed);
      changed.fill(0xff, packed.length >> 1);
      await expect(read(changed)).rejects.toThrow(/can't be unpacked/);
    },
  );

  it('has bounds: of its size, and of what it is packed to', async () => {
    const packed = gzipSync(Buffer.alloc(1_000_000, 'a@b.example\n'));
    await expect(read(packed, 999_999)).rejects.toThrow('list unpacks to over 1000 kB');
    expect(await read(packed, 1_000_000)).toHaveLength(1_000_000);
    const bomb = gzipSync(Buffer.alloc(60_000_000));
    await expect(read(bomb, 1e9, 1000)).rejects.toThrow('unpacks to more than 200 times its size');
  });

  it('is left as it is where nothing is unpacked, and where it is packed twice', async () => {
    const packed = gzipSync(LIST);
    expect(await read(gzipSync(packed))).toEqual(packed);
    const { chunks } = await unpackList(
      'list',
      (async function* () {
        yield packed;
      })(),
    );
    for await (const chunk of chunks) expect(chunk).toEqual(packed);
  });
});

describe('a ZIP archive', () => {
  const zip = (files: Readonly<Record<string, string>>) => storedZip(files, 6);

  it('gives the one file in it, without what systems add', async () => {
    const archive = zip({
      'folder/': '',
      '__MACOSX/._l.csv': 'x',
      'folder/l.csv': LIST,
      '.DS_Store': 'x',
    });
    expect((await read(archive)).toString()).toBe(LIST);
  });

  it('with several files names them', async () => {
    const files = Object.fromEntries(['a', 'b', 'c', 'd', 'e', 'f'].map((name) => [name, LIST]));
    await expect(read(zip(files))).rejects.toThrow('list holds 6 files: a, b, c, d, e, …');
  });

  it('that is empty, cut off or too large is an error', async () => {
    await expect(read(zip({ 'a/': '' }))).rejects.toThrow('list is a ZIP archive without a file');
    await expect(read(zip({ a: LIST }).subarray(0, 50))).rejects.toThrow("list can't be unpacked");
    await expect(read(zip({ a: LIST.repeat(9) }), 100)).rejects.toThrow('list unpacks to too much');
  });
});

describe('names', () => {
  it.each([
    ['list.csv.gz', 'gzip', 'list.csv'],
    ['LIST.CSV.GZIP', 'gzip', 'LIST.CSV'],
    ['a/list.tsv.zst', 'zstd', 'a/list.tsv'],
    ['list.csv', undefined, 'list.csv'],
    ['gz', undefined, 'gz'],
  ])('%s is packed as %s', (name, packing, plain) => {
    expect([packingOf(name), withoutPacking(name)]).toEqual([packing, plain]);
  });
});
