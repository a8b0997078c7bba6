import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { RawEvidence } from '../../contract/decode.ts';

/** In characters of JSON: what is longer is of no service of ours. */
const MAX_LENGTH = 16_384;
/** The evidence of a thousand addresses, unpacked. */
const MAX_UNPACKED = 1000 * MAX_LENGTH;
/** Addresses of a session have nearly the same: a higher level takes twice as long for a tenth less. */
const LEVEL = 3;

/** What is kept of a batch, aligned with its addresses; null where there is none. */
export type EvidenceList = readonly (RawEvidence | null)[];

/** Packs what the results of a batch rest on; undefined where nothing is known of any. */
export function packEvidence(list: EvidenceList): Uint8Array | undefined {
  if (list.every((one) => one === null)) return undefined;
  const texts = list.map((one) => JSON.stringify(one));
  const bounded = texts.map((text) => (text.length > MAX_LENGTH ? 'null' : text));
  return deflateRawSync(`[${bounded.join(',')}]`, { level: LEVEL });
}

/** What `packEvidence` packed. */
export function unpackEvidence(packed: Uint8Array): EvidenceList {
  const text = inflateRawSync(packed, { maxOutputLength: MAX_UNPACKED }).toString();
  return JSON.parse(text) as EvidenceList;
}
