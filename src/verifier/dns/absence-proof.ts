import { createHash } from 'node:crypto';
import type { Answer } from 'dns-packet';

/**
 * What NSEC and NSEC3 records (RFC 4034 §4, RFC 5155) beside a denial say of a name. `none`: no
 * record has a signature; `other`: none of them is about this name; `covers`: the zone says it.
 * Signatures are not checked against keys: who forges those could forge mail hosts as well. A filter
 * that denies names of other people's zones has no such records for them.
 */
export type AbsenceProof = 'none' | 'other' | 'covers';

type Nsec = Extract<Answer, { readonly type: 'NSEC' }>;
type Nsec3 = Extract<Answer, { readonly type: 'NSEC3' }>;

/** `name` and `zone` in lower case, without the dot of the root. */
export function readAbsenceProof(
  authorities: readonly Answer[],
  name: string,
  zone: string,
): AbsenceProof {
  const signed = signatures(authorities);
  const isSigned = (record: Answer) => signed.has(`${record.type} ${toKey(record.name)}`);
  const nsec = authorities.filter(isNsec).filter(isSigned);
  const nsec3 = authorities.filter(isNsec3).filter(isSigned);
  if (nsec.length + nsec3.length === 0) return 'none';
  const names = namesBelow(zone, name);
  const isCovered =
    nsec.some((record) => spansName(record, name)) ||
    nsec3.some((record) => names.some((below) => spansHash(record, below)));
  return isCovered ? 'covers' : 'other';
}

const isNsec = (record: Answer): record is Nsec => record.type === 'NSEC';
const isNsec3 = (record: Answer): record is Nsec3 => record.type === 'NSEC3';
const toKey = (name: string) => name.toLowerCase().replace(/\.$/, '');

/** What the RRSIG records sign, as `NSEC3 owner`. */
function signatures(authorities: readonly Answer[]): ReadonlySet<string> {
  const signed = authorities.flatMap((record) =>
    record.type === 'RRSIG' ? [`${record.data.typeCovered} ${toKey(record.name)}`] : [],
  );
  return new Set(signed);
}

/** The name and those above it, up to the one right below the zone: one of them is the next closer (RFC 5155 §8.3). */
function namesBelow(zone: string, name: string): readonly string[] {
  const labels = name.split('.');
  const depth = zone === '' ? 0 : zone.split('.').length;
  return labels.slice(0, labels.length - depth).map((_, at) => labels.slice(at).join('.'));
}

/** Between owner and next name in canonical order (RFC 4034 §6.1), where the last one leads back to the first. */
function spansName({ name: owner, data }: Nsec, name: string): boolean {
  const [from, to, at] = [owner, data.nextDomain, name].map(canonicalKey);
  return from !== undefined && to !== undefined && at !== undefined && spans(from, to, at);
}

/** Sorts names as the canonical order does: label by label, from the right. */
function canonicalKey(name: string): string {
  return toKey(name).split('.').reverse().join('\0');
}

function spansHash({ name: owner, data }: Nsec3, name: string): boolean {
  // RFC 5155 §11: SHA-1 is the only algorithm.
  if (data.algorithm !== 1 || data.iterations > MAX_ITERATIONS) return false;
  const from = toKey(owner).split('.')[0] ?? '';
  return spans(from, toBase32(data.nextDomain), toBase32(hashName(name, data)));
}

/** RFC 9276 §3.2: more than this many say nothing. */
const MAX_ITERATIONS = 150;

function spans(from: string, to: string, at: string): boolean {
  if (at === from) return true;
  return from < to ? from < at && at < to : at > from || at < to;
}

/** RFC 5155 §5. */
function hashName(name: string, { salt, iterations }: Nsec3['data']): Buffer {
  let digest = sha1(toWire(name), salt);
  for (let round = 0; round < iterations; round++) digest = sha1(digest, salt);
  return digest;
}

function sha1(...parts: readonly Buffer[]): Buffer {
  return createHash('sha1').update(Buffer.concat(parts)).digest();
}

function toWire(name: string): Buffer {
  const labels = name === '' ? [] : name.split('.');
  const octets = labels.flatMap((label) => [label.length, ...Buffer.from(label, 'latin1')]);
  return Buffer.from([...octets, 0]);
}

/** RFC 4648 §7, in lower case, without padding: as text it sorts as its octets do. */
const BASE32_HEX = '0123456789abcdefghijklmnopqrstuv';

function toBase32(octets: Uint8Array): string {
  let text = '';
  let bits = 0;
  let value = 0;
  for (const octet of octets) {
    value = ((value << 8) | octet) & 0xfff;
    for (bits += 8; bits >= 5; bits -= 5) text += BASE32_HEX.charAt((value >> (bits - 5)) & 31);
  }
  return bits > 0 ? text + BASE32_HEX.charAt((value << (5 - bits)) & 31) : text;
}
