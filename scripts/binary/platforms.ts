import { closeSync, openSync, readFileSync, readSync } from 'node:fs';

export const PLATFORMS = [
  'linux-x64',
  'linux-arm64',
  'darwin-x64',
  'darwin-arm64',
  'win-x64',
] as const;
export type Platform = (typeof PLATFORMS)[number];

/** The platform that this script runs on. */
export function ownPlatform(): Platform {
  const system = process.platform === 'win32' ? 'win' : process.platform;
  return parsePlatform(`${system}-${process.arch}`);
}

export function parsePlatform(text: string): Platform {
  const found = PLATFORMS.find((platform) => platform === text);
  if (found) return found;
  throw new Error(`Unknown platform '${text}'. Known are: ${PLATFORMS.join(', ')}`);
}

/** What a Node binary says of itself, without running it. */
export interface NodeBinary {
  readonly path: string;
  readonly platform: Platform;
  /** `24.21.0` */
  readonly version: string;
}

export function readNodeBinary(path: string): NodeBinary {
  const platform = findPlatform(readHead(path));
  if (!platform) {
    throw new Error(`${path} is not a program for any of ${PLATFORMS.join(', ')}`);
  }
  const content = readFileSync(path);
  if (!content.includes(FUSE)) {
    throw new Error(`${path} can't hold a program: take Node as nodejs.org distributes it`);
  }
  return { path, platform, version: findVersion(content, path) };
}

/** The mark that a Node has whose build allows a single executable; `:1` behind it once it holds one. */
export const FUSE = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';

/** From the address of the headers that belong to it (`process.release.headersUrl`). */
function findVersion(content: Buffer, path: string): string {
  const at = content.indexOf('/download/release/v');
  const text = content.subarray(at, at + 40).toString('latin1');
  const version = at < 0 ? undefined : /^\/download\/release\/v(\d+\.\d+\.\d+)\//.exec(text)?.[1];
  if (version) return version;
  throw new Error(`${path} is not a released version of Node`);
}

/** Reads the header: ELF (elf.h), Mach-O (mach-o/loader.h) or PE (winnt.h). */
export function findPlatform(head: Buffer): Platform | undefined {
  if (head.length < HEAD_BYTES) return undefined;
  if (head.readUInt32BE(0) === 0x7f454c46) return ELF_MACHINES[head.readUInt16LE(18)];
  if (head.readUInt32LE(0) === 0xfeedfacf) return MACH_O_CPUS[head.readUInt32LE(4)];
  if (head.toString('latin1', 0, 2) === 'MZ') return findPePlatform(head);
  return undefined;
}

const ELF_MACHINES: Readonly<Record<number, Platform>> = { 62: 'linux-x64', 183: 'linux-arm64' };
const MACH_O_CPUS: Readonly<Record<number, Platform>> = {
  16777223: 'darwin-x64',
  16777228: 'darwin-arm64',
};

/** PE: the offset of its header is at 60; the machine is behind the signature there. */
function findPePlatform(head: Buffer): Platform | undefined {
  const at = head.readUInt32LE(60);
  if (at + 6 > head.length) return undefined;
  return head.readUInt16LE(at + 4) === 0x8664 ? 'win-x64' : undefined;
}

const HEAD_BYTES = 4096;

function readHead(path: string): Buffer {
  const file = openSync(path, 'r');
  try {
    const head = Buffer.alloc(HEAD_BYTES);
    return head.subarray(0, readSync(file, head, 0, HEAD_BYTES, 0));
  } finally {
    closeSync(file);
  }
}
