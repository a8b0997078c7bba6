import dnsPacket, { type Answer, type DecodedPacket, type MxData } from 'dns-packet';
import { type AbsenceProof, readAbsenceProof } from './absence-proof.ts';
import type { Cookies } from './cookies.ts';
import type { DnsAnswer, MxRecord, RecordType } from './source.ts';

/** A name, and the type of the records that are asked for. */
export interface Question {
  readonly type: RecordType;
  readonly name: string;
  /** Whether a denial is to come with its DNSSEC records (RFC 3225). They need EDNS. */
  readonly dnssec?: boolean;
}

/** A question as it is put to one server. */
export interface Query {
  readonly question: Question;
  /** Whether RFC 6891 is spoken, which older servers don't understand. */
  readonly edns: boolean;
  /** Cookies of the server, where the transport can't recognize a forged response. They need EDNS. */
  readonly cookies?: Cookies;
}

/**
 * The server says that there is no such name, or that it has no such records. `hasSoa`: the zone's
 * SOA stands beside it, as RFC 2308 §2 requires. `ttl` in seconds.
 */
export interface Denial {
  readonly kind: 'nodata' | 'nxdomain';
  readonly ttl: number;
  readonly hasSoa: boolean;
  /** The owner of the SOA, empty for the root; undefined without an SOA. */
  readonly zone: string | undefined;
  /** The SOA's server and mailbox. */
  readonly authority: string | undefined;
  /** `none` unless the question asked for it. */
  readonly proof: AbsenceProof;
}

/** What a server replied, before transports and aliases are dealt with. */
export type DnsResponse =
  | Exclude<DnsAnswer<RecordType>, { readonly kind: 'nodata' | 'nxdomain' }>
  | Denial
  /** The name stands for another, of which this server says no more. `ttl` in seconds. */
  | { readonly kind: 'alias'; readonly target: string; readonly ttl: number }
  /** Only a connection can bring the answer: it is too big for a datagram, or this one may be forged. */
  | { readonly kind: 'truncated' }
  /** The server does not understand the question's form, maybe because of EDNS (RFC 6891 §7). */
  | { readonly kind: 'not_understood' };

/** Brings a question to a server and its response back, within milliseconds. Never rejects. */
export type Exchange = (query: Query, limit: number) => Promise<DnsResponse>;

/** A response that proves nothing. `problem`: a code such as `ETIMEOUT` or `ESERVFAIL`. */
export function failure(problem: string): Extract<DnsResponse, { readonly kind: 'failure' }> {
  return { kind: 'failure', problem };
}

/** Whether a response says that something is not there. */
export function isDenial(response: { readonly kind: DnsResponse['kind'] }): response is Denial {
  return response.kind === 'nodata' || response.kind === 'nxdomain';
}

/** Octets that pass every network unfragmented: a fragment can be forged without seeing the question. */
const DATAGRAM_SIZE = 1232;
/** RFC 7873 §4. */
const COOKIE = 10;

/** RFC 3225 §3. */
const DNSSEC_OK = 0x8000;
const RECURSION_DESIRED = 0x0100;

/** RFC 1035 §3.2.2. */
const TYPES: Readonly<Record<RecordType, number>> = {
  A: 1,
  NS: 2,
  PTR: 12,
  MX: 15,
  TXT: 16,
  AAAA: 28,
};
const CLASS_IN = 1;
const OPT = 41;
/** Octets of an OPT record without options, and of what stands before the data of one (RFC 6891 §6.1.2). */
const OPT_SIZE = 11;
const OPTION_SIZE = 4;
/** Octets of the header of a message, and of a question behind its name. */
const HEADER_SIZE = 12;
const QUESTION_SIZE = 4;

/** The name has to be one (`isName`). By hand, since each domain takes three: dns-packet needs several times as long. */
export function encodeQuery({ question, edns, cookies }: Query, id: number): Buffer {
  const name = question.name.replace(/\.$/, '');
  const labels = name === '' ? [] : name.split('.');
  const cookie = edns ? cookies?.outgoing : undefined;
  const end =
    HEADER_SIZE + labels.reduce((sum, label) => sum + 1 + label.length, 1) + QUESTION_SIZE;
  const extension = edns ? OPT_SIZE + (cookie ? OPTION_SIZE + cookie.length : 0) : 0;
  // Of the pool: most messages are sent at once.
  const message = Buffer.allocUnsafe(end + extension).fill(0);
  message.writeUInt16BE(id, 0);
  message.writeUInt16BE(RECURSION_DESIRED, 2);
  message.writeUInt16BE(1, 4);
  let at = HEADER_SIZE;
  for (const label of labels) {
    message.writeUInt8(label.length, at);
    at += 1 + message.write(label, at + 1, 'latin1');
  }
  message.writeUInt16BE(TYPES[question.type], end - 4);
  message.writeUInt16BE(CLASS_IN, end - 2);
  if (!edns) return message;
  message.writeUInt16BE(1, 10);
  writeExtension(message.subarray(end), question.dnssec ?? false, cookie);
  return message;
}

function writeExtension(record: Buffer, dnssec: boolean, cookie: Buffer | undefined): void {
  record.writeUInt16BE(OPT, 1);
  record.writeUInt16BE(DATAGRAM_SIZE, 3);
  record.writeUInt16BE(dnssec ? DNSSEC_OK : 0, 7);
  record.writeUInt16BE(record.length - OPT_SIZE, 9);
  if (!cookie) return;
  record.writeUInt16BE(COOKIE, OPT_SIZE);
  record.writeUInt16BE(cookie.length, OPT_SIZE + 2);
  cookie.copy(record, OPT_SIZE + OPTION_SIZE);
}

/** Labels of 1 to 63 octets, 253 in all as text (RFC 1035 §2.3.4), without what needs escapes. */
export function isName(name: string): boolean {
  return /^(?=.{1,253}\.?$)[!-\-/-~]{1,63}(\.[!-\-/-~]{1,63})*\.?$/.test(name);
}

/** Undefined where the message does not answer this question: it may be forged. */
export function readResponse(message: Buffer, query: Query, id: number): DnsResponse | undefined {
  const { question, edns, cookies } = query;
  const packet = decode(message);
  if (packet?.id !== id || packet.type !== 'response') return undefined;
  const code = readCode(packet);
  const isUnclear = NOT_UNDERSTOOD.has(code);
  // A server that does not understand a question need not repeat it.
  if (isUnclear && packet.questions?.length === 0) return { kind: 'not_understood' };
  if (!repeats(packet, question)) return undefined;
  if (edns && cookies && !cookies.accept(findCookie(packet))) return { kind: 'truncated' };
  if (isUnclear) return { kind: 'not_understood' };
  if (packet.flag_tc || code === BADCOOKIE) return { kind: 'truncated' };
  if (code === NOERROR || code === NXDOMAIN) return toResponse(packet, question, code);
  return failure(PROBLEMS[code] ?? `ERCODE${code}`);
}

const NOERROR = 0;
const NXDOMAIN = 3;
/** RFC 7873 §5.3: the right cookie comes with it; the connection spares another round. */
const BADCOOKIE = 23;
/** FORMERR, NOTIMP, BADVERS. */
const NOT_UNDERSTOOD: ReadonlySet<number> = new Set([1, 4, 16]);
const PROBLEMS: Readonly<Record<number, string>> = { 2: 'ESERVFAIL', 5: 'EREFUSED' };

function decode(message: Buffer): DecodedPacket | undefined {
  try {
    const packet = dnsPacket.decode(isTruncated(message) ? withoutRecords(message) : message);
    // The last record may claim more octets than there are.
    return dnsPacket.decode.bytes <= message.length ? packet : undefined;
  } catch {
    return undefined;
  }
}

function isTruncated(message: Buffer): boolean {
  return message.length >= HEADER_SIZE && (message.readUInt8(2) & 0x02) !== 0;
}

/** Some servers cut in the middle of a record; of a cut answer only the question counts anyway. */
function withoutRecords(message: Buffer): Buffer {
  const copy = Buffer.from(message);
  return copy.fill(0, 6, HEADER_SIZE);
}

function readCode(packet: DecodedPacket): number {
  return ((packet.flags ?? 0) & 0x0f) | ((findExtension(packet)?.extendedRcode ?? 0) << 4);
}

function findCookie(packet: DecodedPacket): Buffer | undefined {
  return findExtension(packet)?.options.find(({ code }) => Number(code) === COOKIE)?.data;
}

function findExtension({ additionals = [] }: DecodedPacket) {
  return additionals.find((record) => record.type === 'OPT');
}

function repeats({ questions = [] }: DecodedPacket, { type, name }: Question): boolean {
  const [asked, ...more] = questions;
  if (!asked || more.length > 0) return false;
  return asked.type === type && asked.class === 'IN' && toKey(asked.name) === toKey(name);
}

const toKey = (name: string) => (name.endsWith('.') ? name.slice(0, -1) : name).toLowerCase();

function toResponse(packet: DecodedPacket, question: Question, code: number): DnsResponse {
  const { answers = [], authorities = [] } = packet;
  const end = followAliases(answers, question.name);
  if (!end) return failure('ELOOP');
  const found = code === NOERROR ? answers.filter(isRecordOf(question.type, end.name)) : [];
  if (found.length > 0) return toRecords(found, end.ttl);
  const soa = authorities.find(isSoa);
  const zone = soa && toKey(soa.name);
  // A name with an SOA of its own exists (RFC 8020): filters such as AdGuard Home deny it beside one.
  const isAtOdds = code === NXDOMAIN && zone === end.name;
  const hasSoa = zone !== undefined && isWithin(end.name, zone) && !isAtOdds;
  // RFC 2308 §5.
  const absence = soa ? Math.min(readTtl(soa), soa.data.minimum ?? 0) : UNKNOWN_ABSENCE;
  const ttl = Math.min(end.ttl, absence);
  const isFinal = code === NXDOMAIN || end.name === toKey(question.name) || hasSoa;
  if (!isFinal) return { kind: 'alias', target: end.name, ttl: end.ttl };
  if (code === NOERROR && isReferral(packet)) return failure('EREFERRAL');
  return {
    kind: code === NXDOMAIN ? 'nxdomain' : 'nodata',
    ttl,
    hasSoa,
    zone,
    authority: soa && `${toKey(soa.data.mname)} ${toKey(soa.data.rname)}`,
    proof: question.dnssec ? readAbsenceProof(authorities, end.name, zone ?? '') : 'none',
  };
}

/** Seconds to believe an absence without an SOA. */
const UNKNOWN_ABSENCE = 300;

interface AliasEnd {
  readonly name: string;
  readonly ttl: number;
}

/** The name at the end of the chain of aliases; undefined where they lead in a circle. */
function followAliases(answers: readonly Answer[], name: string): AliasEnd | undefined {
  let end: AliasEnd = { name: toKey(name), ttl: Number.POSITIVE_INFINITY };
  if (!answers.some(isAlias)) return end;
  const aliases = new Map(answers.filter(isAlias).map((record) => [toKey(record.name), record]));
  for (let steps = 0; steps <= aliases.size; steps++) {
    const alias = aliases.get(end.name);
    if (!alias) return end;
    end = { name: toKey(alias.data), ttl: Math.min(end.ttl, readTtl(alias)) };
  }
  return undefined;
}

type Soa = Extract<Answer, { readonly type: 'SOA' }>;
type Named = Extract<Answer, { readonly data: string }>;
type Txt = Extract<Answer, { readonly type: 'TXT' }>;
type FoundRecord = Extract<Answer, { readonly type: 'MX' }> | Txt | Named;

const isSoa = (record: Answer): record is Soa => record.type === 'SOA';
const isAlias = (record: Answer): record is Named => record.type === 'CNAME';

function isRecordOf(type: RecordType, name: string) {
  return (record: Answer): record is FoundRecord =>
    record.type === type && record.class === 'IN' && toKey(record.name) === name;
}

function toRecords(found: readonly FoundRecord[], chain: number): DnsResponse {
  const records = found.map(toRecord);
  return { kind: 'records', records, ttl: Math.min(chain, ...found.map(readTtl)) };
}

function toRecord(record: FoundRecord): MxRecord | string {
  if (record.type === 'MX') return toMxRecord(record.data);
  return record.type === 'TXT' ? toText(record.data) : record.data;
}

function toText(data: Txt['data']): string {
  return [data].flat().map(String).join('');
}

function toMxRecord({ preference = 0, exchange }: MxData): MxRecord {
  return { preference, exchange: exchange === '.' ? '' : exchange };
}

/** RFC 2181 §8: a TTL with its top bit set is invalid. */
function readTtl({ ttl = 0 }: { readonly ttl?: number | undefined }): number {
  return ttl > 0x7fffffff ? 0 : ttl;
}

function isWithin(name: string, zone: string): boolean {
  return zone === '' || name === zone || name.endsWith(`.${zone}`);
}

/** RFC 2308 §2.2: an answer that only refers to other servers does not say that nothing is there. */
function isReferral({ authorities = [], flag_aa }: DecodedPacket): boolean {
  const types = new Set(authorities.map((record) => record.type));
  return !flag_aa && types.has('NS') && !types.has('SOA');
}
