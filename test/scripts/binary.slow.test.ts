/** How the single executable is built; that it works is tried by `npm run test:binary`. */
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it, test } from 'vitest';
import { toAscii } from '../../scripts/ascii.ts';
import { FUSE, findPlatform, ownPlatform } from '../../scripts/binary/platforms.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const BUILD = fileURLToPath(new URL('../../scripts/binary/build.ts', import.meta.url));
const folder = temporaryFolder();
afterAll(() => folder.dispose());

/** The first bytes of a program, with `values` at their offsets. */
function head(magic: string, values: Readonly<Record<number, number>>): Buffer {
  const bytes = Buffer.alloc(4096);
  bytes.write(magic, 'latin1');
  for (const [at, value] of Object.entries(values)) bytes.writeUInt32LE(value, Number(at));
  return bytes;
}

const ELF = '\x7fELF\x02\x01\x01';
const MACH_O = '\xcf\xfa\xed\xfe';

test.for([
  ['linux-x64', head(ELF, { 18: 62 })],
  ['linux-arm64', head(ELF, { 18: 183 })],
  ['darwin-x64', head(MACH_O, { 4: 0x01000007 })],
  ['darwin-arm64', head(MACH_O, { 4: 0x0100000c })],
  ['win-x64', head('MZ', { 60: 128, 132: 0x8664 })],
  [undefined, head('MZ', { 60: 128, 132: 0xaa64 })],
  [undefined, head('MZ', { 60: 5000 })],
  [undefined, head(ELF, { 18: 3 })],
  [undefined, head('#!/bin/sh', {})],
  [undefined, Buffer.from('short')],
] as const)('%s is known by its header', ([platform, bytes]) => {
  expect(findPlatform(bytes)).toBe(platform);
});

describe('the build', () => {
  /** The message that it ends with. */
  async function failure(...args: string[]): Promise<string> {
    const run = promisify(execFile)(process.execPath, [BUILD, ...args]);
    return run.then(
      () => 'built',
      ({ stderr }) => stderr.trim(),
    );
  }

  /** A file that looks like Node for Windows. */
  function fakeNode(content: string): string {
    const path = folder.path('node.exe');
    const bytes = Buffer.concat([head('MZ', { 60: 128, 132: 0x8664 }), Buffer.from(content)]);
    writeFileSync(path, bytes);
    return path;
  }

  const version = (text: string) => `https://nodejs.org/download/release/v${text}/node`;

  it('names the platforms that there are', async () => {
    expect(await failure('--target', 'beos-x64')).toBe(
      "build:binary: Unknown platform 'beos-x64'. Known are: linux-x64, linux-arm64, darwin-x64, darwin-arm64, win-x64",
    );
  });

  it('asks for the Node of another platform', async () => {
    const other = ownPlatform() === 'win-x64' ? 'linux-x64' : 'win-x64';
    expect(await failure('--target', other)).toBe(
      `build:binary: Building for ${other} needs its Node: add --node <path>`,
    );
  });

  it('refuses the Node of a platform that was not asked for', async () => {
    const node = fakeNode(FUSE + version(process.versions.node));
    expect(await failure('--target', 'linux-arm64', '--node', node)).toBe(
      `build:binary: ${node} is a Node for win-x64, not for linux-arm64`,
    );
  });

  it('refuses another version of Node than its own', async () => {
    const node = fakeNode(FUSE + version('18.0.0'));
    expect(await failure('--target', 'win-x64', '--node', node)).toBe(
      `build:binary: ${node} is Node 18.0.0, and this is ${process.versions.node}: they must be the same`,
    );
  });

  it('refuses what is no released Node', async () => {
    expect(await failure('--target', 'win-x64', '--node', fakeNode(FUSE))).toContain(
      'is not a released version of Node',
    );
    expect(await failure('--target', 'win-x64', '--node', fakeNode('nothing'))).toContain(
      "can't hold a program: take Node as nodejs.org distributes it",
    );
    expect(await failure('--target', 'win-x64', '--node', BUILD)).toContain(
      'is not a program for any of linux-x64',
    );
  });
});

describe('a program in ASCII', () => {
  it('is the same program', () => {
    const code = 'const é = /[＠ß]/u; [é.source, `…😀`.length, String.raw`\\n`].join("ö")';
    const ascii = toAscii(code);
    expect(ascii).toMatch(/^[\0-\x7f]*$/);
    const [before, after] = [code, ascii].map((text) =>
      new Function(`return eval(${JSON.stringify(text)})`)(),
    );
    // The source of a regular expression is as it was written.
    expect(after).toBe(before.replace('[＠ß]', '[\\uff20\\u00df]'));
  });

  it.for(['/\\…/', 'String.raw`a…b`'])('refuses %s, which would change', (code) => {
    expect(() => toAscii(code)).toThrow("This can't be escaped in place");
  });
});
