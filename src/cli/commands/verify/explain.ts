import type { Control } from '../../../contract/controls.ts';
import type { VerificationDetail } from '../../../contract/decode.ts';
import { findDetailReason } from '../../../contract/detail-reasons.ts';
import { explainReason } from '../../../contract/explanations.ts';
import { BOUNCED, type Verdict } from '../../../contract/verdict.ts';
import { cellAddress } from '../../../formats/read/cell-addresses.ts';
import type { CellAddress } from '../../../formats/row.ts';
import { disposableListOf } from '../../../formats/write/disposable-list.ts';
import type { JudgedAddress } from '../../../formats/write/judged-row.ts';
import { localPartOf } from '../../../lib/address-parts.ts';
import { formatDuration } from '../../../lib/duration.ts';
import { MailvetError } from '../../../lib/errors.ts';
import { isoDay, isoTime } from '../../../lib/iso-time.ts';
import { maskAddresses, maskCell } from '../../../lib/mask.ts';
import { isRandomLocalPart } from '../../../lib/random-local-part.ts';
import { safeLine } from '../../../lib/safe-text.ts';
import { counted, plural } from '../../../lib/wording.ts';
import type { Evidence } from '../../../result/result.ts';
import type { AddressStory } from '../../connect/embedded.ts';
import { type EmbeddedService, resolveService } from '../../connect/resolve.ts';
import { type Invocation, judgingOf } from '../../invocation.ts';
import { printOne } from '../../io/print.ts';
import { cellToRecord, toJson } from '../../render/results.ts';
import { widthFor } from '../../render/table.ts';
import type { VerifyCommandOptions } from './options.ts';
import { refuseFiles, severalInOne } from './run.ts';

/** Shows how the result of one address comes about, with the whole SMTP dialogue. */
export async function runExplain(
  invocation: Invocation,
  { addresses, ...flags }: VerifyCommandOptions,
): Promise<undefined> {
  await refuseFiles(invocation, addresses);
  const service = await resolveService(invocation);
  if (service.kind === 'remote') throw notRemote();
  const { format, redact } = invocation.globals;
  if (format === 'csv') throw new MailvetError('usage', '--explain is text or JSON, not CSV');
  const [text = ''] = addresses;
  const cell = cellAddress(text);
  if (cell.problem === 'several_addresses') throw severalInOne(text);
  const { known, ...full } = await explainCell(invocation, service, cell, flags);
  if (known.reason === BOUNCED)
    await invocation.notice(bounceNotice(known.evidence, full.record.verdict));
  const { record, explanation } = redact ? redactStory(full) : full;
  const { reason } = full.explanation.finding;
  const json = { ...toJson(record), detail: reason, explanation: toStory(record, explanation) };
  const lines = await explanationLines(record, explanation, invocation.context.clock.now());
  await printOne(invocation, json, lines.join('\n'));
  return undefined;
}

/** The engine of the embedded service verifies the address again, and has the whole dialogue. */
export async function explainCell(
  invocation: Invocation,
  service: EmbeddedService,
  cell: CellAddress,
  flags: Parameters<typeof judgingOf>[1] = {},
) {
  const { tellEmbedded } = await import('../../connect/embedded.ts');
  const { address = cell.raw } = cell;
  const { story, result: known } = await tellEmbedded(invocation, service, address);
  const { evidence, decided: _, reason, ...verification } = story.finding;
  const { provider, mxHost, reply } = evidence;
  const detail: VerificationDetail = {
    ...{ reason, provider, mxHost, reply },
    ...(known.evidence.domainOutcomes && { domainOutcomes: known.evidence.domainOutcomes }),
  };
  const judging = await judgingOf(invocation, flags);
  const record = cellToRecord(cell, { verification: { ...verification, detail } }, judging);
  return { record, explanation: story, known };
}

/** Nobody was asked: what became of mail decides. A policy may judge it otherwise. */
function bounceNotice({ outcome, reply }: Evidence, verdict: Verdict = 'undeliverable'): string {
  const when = outcome?.at ? ` on ${isoDay(outcome.at)}` : '';
  const words = reply ? `: ${safeLine(reply.text || String(reply.code))}` : '';
  return `Mail to it bounced${when}${words}. mailvet verify therefore says ${verdict} (bounced)`;
}

function toStory(
  record: JudgedAddress,
  { finding: { evidence, reason }, events, isSandbox }: AddressStory,
): object {
  const { provider = null, mxHost = null, egress = null, reply = null, rule = null } = evidence;
  const { attempts, free, retryAfter } = evidence;
  const { domainOutcomes } = record;
  const listed = disposableListOf(record);
  const meaning = findDetailReason(reason)?.meaning ?? null;
  const advice = record.reason === 'empty' ? null : explainReason(record.reason, reason).advice;
  const evidenceFields = {
    provider,
    mxHost,
    egress,
    free,
    ...(listed && { disposableList: listed }),
    reply,
    rule,
    attempts,
    retryAfterMs: retryAfter ?? null,
    domainOutcomes: domainOutcomes
      ? { ...domainOutcomes, since: isoTime(domainOutcomes.since) }
      : null,
  };
  return { reason, meaning, advice, sandbox: isSandbox, ...evidenceFields, events };
}

function notRemote(): MailvetError {
  return new MailvetError(
    'usage',
    '--explain needs the embedded service: only its engine is here',
    {
      hint: 'Run it without key and base URL, or on the machine of the service; results of a mailvet service carry their reason as detail',
    },
  );
}

type StoryEvent = AddressStory['events'][number];
type EventOf<Name extends StoryEvent['event']> = Extract<StoryEvent, { readonly event: Name }>;

/** The story of an address, in the order in which it happened, and its result. */
export async function explanationLines(
  record: JudgedAddress,
  explanation: AddressStory,
  /** Milliseconds since the epoch. */
  now: number,
): Promise<string[]> {
  const { events } = explanation;
  const labels = ['DNS', 'host', 'rule'];
  const rows = resultRows(record, explanation);
  const widthOf = await widthFor([...labels, ...rows.map(([label]) => label)]);
  const padded = (label: string, cells: number) =>
    label + ' '.repeat(Math.max(0, cells - widthOf(label)));
  const labelCells = Math.max(5, ...labels.map(widthOf));
  const story = events.flatMap((event) => eventLines(event, (label) => padded(label, labelCells)));
  const rowCells = Math.max(11, ...rows.map(([label]) => widthOf(label)));
  return [
    `How ${safeLine(record.email)} was verified (${isoTime(now)}):`,
    ...(explanation.isSandbox ? [`  ${SANDBOX}`] : []),
    ...(story.length > 0 ? story : ['  no name server and no mail host was asked']),
    '',
    ...rows.map(([label, text]) => `${padded(label, rowCells)} ${safeLine(text)}`),
  ];
}

const SANDBOX = 'sandbox: a simulated mail host answers; nothing leaves this machine';

/** `  0.12 s  <    250 2.1.5 Ok`. */
function eventLines(event: StoryEvent, padded: (label: string) => string): string[] {
  const after = `${(event.after / 1000).toFixed(2)} s`.padStart(9);
  return linesOf(event).map(
    ([label, text], index) =>
      `${index === 0 ? after : ' '.repeat(9)}  ${padded(label)} ${safeLine(text)}`,
  );
}

function linesOf(event: StoryEvent): (readonly [string, string])[] {
  switch (event.event) {
    case 'dns':
      return [['DNS', dnsText(event)]];
    case 'host':
      return [
        ['host', `${event.host}: ${HOST_WORDS[event.kind] ?? event.kind}${at(event)}${by(event)}`],
      ];
    case 'sent':
      return [['>', event.command], ...(isProbe(event) ? [['', PROBE_NOTE] as const] : [])];
    case 'reply':
      return event.lines.map((line) => ['<', `${event.code} ${line}`]);
    case 'fault':
      return [['!', FAULT_WORDS[event.fault] ?? event.fault]];
    case 'judged':
      return [['rule', ruleText(event)]];
  }
}

function dnsText(event: EventOf<'dns'>): string {
  const { type, name, kind, records, target, problem, server, purpose } = event;
  const why = purpose ? `${PURPOSE_WORDS[purpose]}, ` : '';
  const asked =
    server === undefined ? '' : ` (${why}asked ${server.replace(/ (\d+)$/, ' port $1')})`;
  const found = records?.map(recordText).join(', ');
  const answer = found ?? target ?? `${DNS_WORDS[kind] ?? kind}${problem ? ` (${problem})` : ''}`;
  return `${type} ${name}: ${answer}${asked}`;
}

function recordText(record: NonNullable<EventOf<'dns'>['records']>[number]): string {
  return typeof record === 'string' ? record : `${record.preference} ${record.exchange || '.'}`;
}

const PURPOSE_WORDS = {
  confirm: 'to confirm the denial',
  control: 'a name that nobody has, as a control',
} as const;

const DNS_WORDS: Readonly<Record<string, string>> = {
  nodata: 'no such records',
  nxdomain: 'no such domain',
  failure: 'no usable answer',
};

const HOST_WORDS: Readonly<Record<string, string>> = {
  connected: 'connected',
  no_host: 'has no address',
  refused_network: 'is in a network that is never connected to',
  failed: 'no connection',
};

function at({ address }: EventOf<'host'>): string {
  return address === undefined ? '' : ` to ${address}`;
}

/** The machine's own address is not worth a word. */
function by({ egress }: EventOf<'host'>): string {
  return egress === DEFAULT_EGRESS ? '' : ` by egress ${egress}`;
}

const DEFAULT_EGRESS = 'default';

const FAULT_WORDS: Readonly<Record<string, string>> = {
  timeout: 'no reply in time',
  closed: 'the host closed the connection',
  garbage: 'the reply is not SMTP',
  over: 'the time for the session ran out',
  surplus: 'a reply came that nothing was asked for',
};

/** Whether it is about a random address. */
function isProbe({ command }: EventOf<'sent'>): boolean {
  const [, localPart] = /^RCPT TO:<([^@]*)@/.exec(command) ?? [];
  return localPart !== undefined && isRandomLocalPart(localPart);
}

const PROBE_NOTE = '(a random address: does the domain accept any name?)';

function ruleText({ rule, because, meaning }: EventOf<'judged'>): string {
  return `${rule} means ${meaning}${because === undefined ? '' : `: ${because}`}`;
}

const CONTROL_WORDS: Readonly<Record<Control, string>> = {
  accepted_behind: 'behind the refusal the host accepted another address',
  refused_behind: 'behind the acceptance the host refused a random address',
  provider: 'not needed, by the entry of the provider',
  none: 'none: nothing shows that the host answers others otherwise',
};

function resultRows(
  record: JudgedAddress,
  { finding, events }: AddressStory,
): (readonly [label: string, text: string])[] {
  const { evidence, reason } = finding;
  const { reply, control, provider, mxHost, egress, free, attempts, retryAfter } = evidence;
  const rows: (readonly [string, string | undefined])[] = [
    ['result', `${record.verdict} (${record.reason}), score ${record.score ?? 'unknown'}`],
    ['detail', detailText(record, reason)],
    ['provider', provider && `${provider}${free ? ' (webmail, free for anybody)' : ''}`],
    ['mail host', mxHost],
    ['egress', egress],
    ['reply', reply && [reply.code, reply.enhanced, reply.text].filter(Boolean).join(' ')],
    ['control', control && CONTROL_WORDS[control]],
    ['accept-all', acceptAllText(record, events)],
    ['your mail', outcomesText(record)],
    ['sessions', String(attempts)],
    ['ask again', retryAfter === undefined ? undefined : `in ${formatDuration(retryAfter)}`],
    ['disposable', disposableText(record)],
    ['suggestion', record.suggestion && `${record.suggestion} (not verified)`],
  ];
  return rows.flatMap(([label, text]) => (text ? [[label, text] as const] : []));
}

/** By which list, where one of them says so. */
function disposableText(record: JudgedAddress): string | undefined {
  const list = disposableListOf(record);
  return list && `by the list ${list.name} of ${list.date}`;
}

/** What the host said, what the address is beside it (throw-away, a role), and what to do. */
function detailText({ reason: plain }: JudgedAddress, detail: string): string {
  const known = findDetailReason(detail)?.meaning ?? detail;
  if (plain === 'empty') return `${detail}: ${known}.`;
  const { meaning, advice } = explainReason(plain, detail);
  const beside = known.includes(meaning) ? '' : ` It is ${plain}: ${meaning}.`;
  return `${detail}: ${known}.${beside} ${advice}`;
}

/** `12 of 14 addresses of this domain got their mail since June 2026`. */
function outcomesText({ domainOutcomes: known }: JudgedAddress): string | undefined {
  if (!known) return undefined;
  const { delivered, bounced, since } = known;
  const all = plural(delivered + bounced, 'address', 'addresses');
  return `${counted(delivered)} of ${all} of this domain got their mail since ${monthOf(since)}`;
}

function monthOf(at: number): string {
  return new Intl.DateTimeFormat('en', MONTH).format(at);
}

const MONTH = { month: 'long', year: 'numeric', timeZone: 'UTC' } as const;

function acceptAllText({ acceptAll, deliverable }: JudgedAddress, events: readonly StoryEvent[]) {
  if (acceptAll) return 'the domain accepts any name';
  const wasAsked = events.some((event) => event.event === 'sent' && isProbe(event));
  if (!wasAsked) return 'not tested';
  return deliverable ? 'a random name was refused' : 'tested, without a result that counts';
}

interface MaskedStory {
  readonly record: JudgedAddress;
  readonly explanation: AddressStory;
}

/** The same story with its address masked wherever it stands: in the result, commands and replies. */
export function redactStory({ record, explanation }: MaskedStory): MaskedStory {
  const mask = maskOf(explanation.finding.email);
  const { finding, events } = explanation;
  const { reply } = finding.evidence;
  const evidence = { ...finding.evidence, reply: reply && { ...reply, text: mask(reply.text) } };
  return {
    record: {
      ...record,
      email: maskCell(record.email),
      ...(record.suggestion && { suggestion: maskCell(record.suggestion) }),
    },
    explanation: {
      ...explanation,
      finding: { ...finding, email: maskCell(finding.email), evidence },
      events: events.map((event) => maskEvent(event, mask)),
    },
  };
}

type Mask = (text: string) => string;
type MaskedEvent = AddressStory['events'][number];

/** The random address of the accept-all probe is nobody's. */
function maskEvent(event: MaskedEvent, mask: Mask): MaskedEvent {
  if (event.event === 'reply') return { ...event, lines: event.lines.map(mask) };
  if (event.event !== 'sent' || isProbe(event)) return event;
  return { ...event, command: mask(event.command) };
}

/** Mail hosts name a mailbox without its domain, too: `user jane.doe unknown`. */
function maskOf(email: string): Mask {
  const local = localPartOf(email).replace(/^"|"$/g, '');
  const names = [local, local.split('+', 1)[0] ?? ''].filter((name) => name !== '');
  if (names.length === 0) return maskAddresses;
  const wholeWord = `(?<![\\p{L}\\p{N}])(?:${names.map(escaped).join('|')})(?![\\p{L}\\p{N}])`;
  const pattern = new RegExp(wholeWord, 'giu');
  return (text) => maskAddresses(text).replace(pattern, (found) => `${[...found][0] ?? ''}***`);
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
