import { createHash } from 'node:crypto';

/** Names of people who stand for others; all short. */
const NAMES =
  `ada ann ben bea cai cora dan dora eli eva finn fay gus gwen hal hope ian iris jan joy kai kim leo liv max
mia ned nora oz olga paul peg quin rex rosa sam sue tom tess udo una vic vera will wren xan yan yuri zoe`.split(
    /\s+/,
  );

/**
 * The reserved address that stands for an address: always the same for the same one, whatever its capitals. It is
 * made of a hash, so that no table has to be kept: `ann.k3x9p2q@example.com`.
 */
export function replacementFor(address: string): string {
  const hash = createHash('sha256').update(`mailvet scan\0${address.toLowerCase()}`).digest();
  const name = NAMES[hash.readUInt32BE(0) % NAMES.length];
  const mark = (hash.readUIntBE(4, 6) % 36 ** MARK).toString(36).padStart(MARK, '0');
  return `${name}.${mark}@example.com`;
}

/** Characters: of 100,000 addresses two have the same replacement once in 200 times. */
const MARK = 7;
