import { domainOf } from '../../lib/address-parts.ts';
import type { Stage } from '../../verifier/smtp/meaning.ts';
import { isLocalReason } from '../local-reasons.ts';
import { toEmail, toReply } from '../observed.ts';
import { stageIn } from '../refused-stage.ts';
import { RETURNED_MESSAGE } from './bounce-forms.ts';
import { type MailMessage, soleAddress } from './mail-message.ts';
import { returnedRecipient } from './returned-message.ts';

/** What the text of a bounce says of an address. */
export interface FreeFormRefusal {
  readonly email: string | null;
  /** The address that was forwarded to it, where the bounce says so: mail was sent to that one. */
  readonly alias?: string | null;
  readonly reply: string | null;
  readonly host: string | null;
  /** The command that was refused, where the text says it. */
  readonly stage?: Stage | undefined;
}

/** A bounce as its text is read. */
type FreeForm = Pick<MailMessage, 'text' | 'addresses' | 'from' | 'part'>;

/** The addresses that a bounce names in its text, each with the reply that stands with it. */
export function readFreeForm(message: FreeForm): FreeFormRefusal[] {
  const lines = ownLines(message.text);
  const transcript = readTranscript(lines);
  const blocks = cutBlocks(lines);
  const isReasonFirst = blocks.every(hasReasonAbove);
  const found = new Map<string, FreeFormRefusal>();
  for (const block of blocks) {
    const one = isReasonFirst ? readAbove(block) : readBlock(block, transcript);
    found.set(block.email, better(found.get(block.email), one));
  }
  const [sole, ...others] = found.values();
  if (sole && others.length === 0 && weight(sole) < 2) return [withReplyOf(lines, sole)];
  if (sole) return [sole, ...others];
  if (transcript.size > 0) return [...transcript].map(([email, said]) => ({ email, ...said }));
  const named = namedInHeader(message);
  const emails = named.length > 0 ? named : ownRecipient(message, lines);
  const said = withReplyOf(lines, { email: null, reply: null, host: null });
  return emails.map((email) => ({ ...said, email }));
}

/** What a bounce that names nobody says of the one recipient of the message that it returns. */
export function readReturned(message: FreeForm): FreeFormRefusal[] {
  const email = toEmail(returnedRecipient(message));
  if (email === null) return [];
  return [withReplyOf(ownLines(message.text), { email, reply: null, host: null })];
}

/** With one address, the reply may be anywhere. */
function withReplyOf(lines: readonly string[], sole: FreeFormRefusal): FreeFormRefusal {
  const text = lines.join('\n').slice(0, MAX_BLOCK);
  const { host, stage = stageIn(text) } = sole;
  const reply = replyIn(text) ?? sole.reply ?? reasonAlone(text);
  return { ...sole, reply, host: host ?? hostIn(text), stage };
}

/** The first paragraph that says why, whatever stands around it. */
function reasonAlone(text: string): string | null {
  const paragraphs = text
    .replace(/^[ \t]*-{3,}.*$/gm, '')
    .split(/\n[ \t]*\n/)
    .map(toReply);
  return paragraphs.find((one) => one !== null && isLocalReason(one)) ?? null;
}

/** About its own domain, a server reports with only the header of the message: `To: ada@example.com`. */
function ownRecipient({ from }: Pick<MailMessage, 'from'>, lines: readonly string[]): string[] {
  const named = lines.flatMap((line) => /^\s*To:\s*(\S.*)$/i.exec(line)?.[1] ?? []);
  const email = named.length === 1 ? toEmail(soleAddress(named[0])) : null;
  return email !== null && domainOf(email).toLowerCase() === domainOf(from ?? '').toLowerCase()
    ? [email]
    : [];
}

/** The text up to the returned message, without lines that a person quoted. */
export function ownLines(text: string): string[] {
  const end = RETURNED_MESSAGE.exec(text)?.index ?? text.length;
  return text
    .slice(0, end)
    .split('\n')
    .filter((line) => !/^>(?!>>)/.test(line) || QUOTED_RECIPIENT.test(line));
}

/** An address, and the lines that follow up to the next. */
interface Block {
  readonly email: string;
  /** The line that stands right before the address. */
  readonly above: string;
  readonly lines: string[];
}

const DOMAIN = '[\\p{L}\\p{M}\\p{N}_.-]+\\.[\\p{L}\\p{M}\\p{N}_-]{2,}';
const ADDRESS = `[^\\s<>()\\[\\]",;:@]+@${DOMAIN}`;
/** Like ADDRESS, after marks that are not part of a name. */
const ADDRESS_BEHIND_MARKS = `(?![*•'-])${ADDRESS}`;
/** MDaemon lists them so; nobody quotes a line of an address alone. */
const QUOTED_RECIPIENT = new RegExp(`^>\\s*<?${ADDRESS}>?\\s*$`, 'u');
/** Alone on its line, as nearly all servers name it; behind a colon or a date may stand the reply. */
const ALONE = new RegExp(
  `^(?:.{0,60};dda:)?[\\s>*•"'<(\\[-]*(?:mailto:|smtp[:=])?(${ADDRESS_BEHIND_MARKS})[>"')\\]]*(?:;? on (?:\\w{3}, )?\\d.*|\\s*\\((?:mailto|reason|generated|ultimately|expanded|<).*)?\\s*(\\.{3}|[:,.])?\\s*(.*)$`,
  'iu',
);
/** `Failed Recipient: ada@example.com`; what stands before may say why: `User's mailbox is full: <ada@example.com>`. */
const LABELLED = new RegExp(
  `^[\\s*]*([\\w' -]{0,40}\\b(?:recipient|address|user(?:id)?|(?:mail|message) to|error-for|unknown|full|allowed size|attempts|failed|rcpt to|delivered to|permanent errors|undeliverable\\s+to|local mailbox)(?:\\(s\\))?)\\s*(?:[:=]|(?<=to|mailbox)\\s)\\s*\\[?(?:smtp:)?<?(${ADDRESS})[>\\]]*\\s*(.*)$`,
  'iu',
);
const IN_PROSE = new RegExp(
  `(?:delivered to|delivering (?:your (?:message|mail) )?to|recipients?|deliver(?: (?:it|your message|message|the message|mail))? to|message to|addressed(?: to|,)|reach|zugestellt an|an)\\s+['"]?<?(${ADDRESS})>?['"]?[ .,:]*(.*)$`,
  'iu',
);
/** As Zoho lists them: `[Status: Error, Address: <ada@example.com>, ResponseCode 550, , User unknown]`. */
const LISTED = new RegExp(
  `^\\[Status: ?\\w+, Address: ?<?(${ADDRESS})>?, (?:ResponseCode )?([^\\]]*)`,
  'u',
);
/** What stands behind the address when the line is a sentence, not a heading. */
const REST_OF_HEADING =
  /^(?:$|\(|<|\[|\. Reason:|[245]\d\d[ -]|#?[245]\.\d+\.\d+|host |"|'|[A-Z]|- (?:no such|user|unknown|mailbox|invalid)|is unavailable)/;

/** The reply follows these marks. */
const MARKS: readonly (string | undefined)[] = ['...', ':'];

/** A line that names an address, and what it says of it. */
interface Anchor {
  readonly email: string;
  readonly rest: string;
  readonly isProse: boolean;
}

function anchorOf(line: string): Anchor | undefined {
  if (!line.includes('@')) return undefined;
  const heading = listedIn(line) ?? headingOf(line);
  const [address, rest = ''] = heading ?? IN_PROSE.exec(line)?.slice(1) ?? [];
  const email = toEmail(address?.replace(/\.$/, ''));
  return email === null ? undefined : { email, rest, isProse: heading === undefined };
}

function listedIn(line: string): readonly string[] | undefined {
  const [, email = '', said = ''] = LISTED.exec(line) ?? [];
  return email === '' ? undefined : [email, said.replaceAll(', ', ' ')];
}

/** The address of a line that stands for what follows, and what is said of it there. */
function headingOf(line: string): readonly [string, string] | undefined {
  const [, alone, mark, behind = ''] = ALONE.exec(line) ?? [];
  if (alone !== undefined && (MARKS.includes(mark) || REST_OF_HEADING.test(behind))) {
    return [alone, behind];
  }
  const [, label = '', named, rest = ''] = LABELLED.exec(line) ?? [];
  if (named === undefined || !REST_OF_HEADING.test(rest)) return undefined;
  return [named, rest === '' && REASON_LABEL.test(label) ? label : rest];
}

/** Exim may keep to itself what an address was forwarded to. */
function aliasOf(line: string): Anchor | undefined {
  const email = toEmail(ALIAS.exec(line)?.[1]);
  return email === null ? undefined : { email, rest: '', isProse: false };
}

/** A reply that was broken behind its codes. */
const ENDS_IN_CODE = /(?:^|\s)[245]\d\d(?:[ -]#?[245]\.\d{1,3}\.\d{1,3})?$/;

/** A label that is a reason itself. */
const REASON_LABEL = /full|unknown|invalid|no such|allowed size|attempts/i;

/** The next line names who sent the message. */
const SENDER_LINE = /\b(?:sent by|from)\s*:?$/i;

function cutBlocks(lines: readonly string[]): Block[] {
  const blocks: Block[] = [];
  let before = '';
  let above = '';
  for (const line of lines) {
    const anchor = SENDER_LINE.test(before)
      ? undefined
      : (anchorOf(line) ?? (blocks.length === 0 ? aliasOf(line) : undefined));
    // A reply may name the address once more.
    const isSame = anchor !== undefined && anchor.email === blocks.at(-1)?.email;
    const isFurther = isSame && (anchor.isProse || ENDS_IN_CODE.test(above));
    if (anchor && !isFurther) {
      // In its own column: how long the line was shows whether it was broken.
      blocks.push({ email: anchor.email, above, lines: [anchor.rest.padStart(line.length)] });
    } else if (SECTION_LINE.test(line)) blocks.at(-1)?.lines.push(SECTION);
    else blocks.at(-1)?.lines.push(line.replace(/^\s*[=*]{10,}\s*$/, ''));
    if (line.trim() !== '') before = line.trimEnd();
    above = line.trim();
  }
  return blocks;
}

/** `--- Transcript ---`, or a rule before what a filter adds to all mail. */
const SECTION_LINE = /^\s*(?:-{3,}(?!-| ?server message)|_{10,})/;

/** Ends what is said of an address. */
const SECTION = '\u0000';

function readBlock({ email, lines }: Block, transcript: Transcript): FreeFormRefusal {
  const end = lines.indexOf(SECTION);
  const own = end === -1 ? lines : lines.slice(0, end);
  const text = own.slice(0, MAX_BLOCK_LINES).join('\n').slice(0, MAX_BLOCK);
  const reply = replyIn(text);
  const logged = transcript.get(email);
  const named = { email, alias: toEmail(ALIAS.exec(text)?.[1]), stage: stageIn(text) };
  if (reply === null && logged) return { ...named, ...logged };
  const host = hostIn(text) ?? logged?.host ?? null;
  return { ...named, reply: reply ?? firstParagraph(text), host };
}

/** Domino has the reason in the line before the address, which has a line of its own. */
function hasReasonAbove({ above, lines }: Block): boolean {
  return lines[0]?.trim() === '' && (isLocalReason(above) || /^[45]\d\d[ -]/.test(above));
}

function readAbove({ email, above }: Block): FreeFormRefusal {
  return { email, reply: tidy(above), host: null };
}

/** Exim and sendmail name what was forwarded: `(generated from ada@example.com)`. */
const ALIAS = new RegExp(
  `\\((?:ultimately |originally )?(?:generated|expanded) from:?\\s+<?(${ADDRESS})>?\\)`,
  'u',
);

const MAX_BLOCK_LINES = 40;
/** In characters. */
const MAX_BLOCK = 8000;

/** A reply with a code says more than one without, and that more than nothing. */
function better(known: FreeFormRefusal | undefined, one: FreeFormRefusal): FreeFormRefusal {
  if (!known) return one;
  const [best, other] = weight(one) > weight(known) ? [one, known] : [known, one];
  return { ...best, host: best.host ?? other.host };
}

function weight({ reply }: FreeFormRefusal): number {
  if (reply === null) return 0;
  return /^[245]\d\d\b/.test(reply) ? 3 : STATUS.test(reply) ? 2 : 1;
}

const CODED =
  /(?:^|[\s:;('"<[>#])((?:[45]\d\d)(?:(?:[ -]|\n[ \t]+)#?[45]\.\d{1,3}\.\d{1,3}(?![\d.])|[ -](?=[^\d\s])|\n[ \t]+(?=[^\d\s])|;\s*)[\s\S]*)/;
const STATUS_FIRST = /^[ \t]*#?([45]\.\d{1,3}\.\d{1,3}[ -][\s\S]*)/m;
/** Without a reply code the words may precede the status. */
const STATUS = /(?:^|[\s(<#])#?[45]\.\d{1,3}\.\d{1,3}(?![\d.])/;

/** The SMTP reply within a text, to the end of its paragraph. */
function replyIn(text: string): string | null {
  const coded = CODED.exec(text);
  if (coded?.[1] !== undefined) {
    const at = coded.index + coded[0].length - coded[1].length;
    return tidy(coded[1], at - text.lastIndexOf('\n', at - 1) - 1);
  }
  const line = STATUS_FIRST.exec(text)?.[1];
  if (line !== undefined) return tidy(line);
  const paragraph = text.split(/\n[ \t]*\n/).find((one) => STATUS.test(one));
  return paragraph === undefined ? null : tidy(paragraph.trim());
}

/** One paragraph on one line, without the marks that it stands in. `column`: where it begins in its first line. */
function tidy(text: string, column = 0): string | null {
  const [paragraph = ''] = text.split(PARAGRAPH_END, 1);
  const line = withoutFurtherLines(paragraph, column).replace(CODES_AGAIN, '\n');
  const bare = (toReply(line) ?? '').replace(NOTE, '').replace(/ ?(?:##|')$/, '');
  const isUnopened = MARKS_AROUND.some(
    ([open, close]) => bare.endsWith(close) && !bare.includes(open),
  );
  return toReply(isUnopened ? bare.slice(0, -1) : bare);
}

const PARAGRAPH_END =
  /\n[ \t]*\n|\n(?=[ \t]*(?:giving up on|reporting-mta|remote system|generating server|host:|##|i'm not going to try))/i;
/** Marks that a reply may stand in. */
const MARKS_AROUND = [
  ['(', ')'],
  ['[', ']'],
] as const;

/** The lines of one reply each begin with its code. */
const CODES_AGAIN = /\n[ \t]*[245]\d\d[ -](?:#?[245]\.\d{1,3}\.\d{1,3} )?/g;

/**
 * A reply with the lines that it was broken into. A line that had room for the first word of the next was not broken
 * there: what follows is not of the reply.
 */
function withoutFurtherLines(paragraph: string, column: number): string {
  const lines = paragraph.split('\n');
  const [first = ''] = lines;
  if (!/^[245]\d\d\b/.test(first)) return paragraph;
  const before = (at: number) => (at === 1 ? ' '.repeat(column) + first : (lines[at - 1] ?? ''));
  const end = lines.findIndex((line, at) => at > 0 && !continues(before(at), line));
  return lines.slice(0, end === -1 ? undefined : end).join('\n');
}

/** In characters: nobody breaks lines earlier. */
const LEAST_WIDTH = 60;

function continues(before: string, line: string): boolean {
  const [first = ''] = line.trimStart().split(/\s/, 1);
  const isBroken = before.length + 1 + first.length >= LEAST_WIDTH;
  return isBroken || /[,:;(-]$/.test(before.trimEnd()) || /^[245]\d\d[ -]?/.test(first);
}

/** Postfix's note on the command, where it is about the recipient or the message. */
const NOTE = / ?\(in reply to (?:RCPT TO|end of DATA|DATA|end) command\) ?$/i;

function firstParagraph(text: string): string | null {
  return tidy(text.replace(ALIAS, '').trim().replace(HEADING, ''));
}

/** `For the following reason:` */
const HEADING = /^(?!.{0,40}@)[^\n:]{0,60}\b(?:because|reason|error|delay|failure)s?:[ \t]*\n\s*/i;

const HOSTS: readonly RegExp[] = [
  /\bhost ([\w.-]+\.[\w-]+)\s*\[[\da-f.:]+\]/i,
  /while talking to \[?([\w.-]+\.[\w-]+?)\]?\.?:/i,
  /remote server at ([\w.-]+) \(/i,
  /\bby ([\w.-]+\.[\w-]+?)\.? \[[\da-f.:]+\]/i,
  /^[ \t]*host: ([\w.-]+\.[\w-]+)/im,
  /remote system: *(?:dns; *)?([\w.-]+\.[\w-]+)/i,
  /connected to ([\da-f.:]+) but/i,
  /^[ \t]*([\d.]{7,15}|[\w.-]+\.[a-z]{2,}) (?:does not like recipient|failed after)/im,
  /<([\w.-]+\.[a-z]{2,}) #[245]\.\d/i,
];

function hostIn(text: string): string | null {
  for (const pattern of HOSTS) {
    const host = pattern.exec(text)?.[1];
    if (host !== undefined) return host.toLowerCase().replace(/\.$/, '');
  }
  return null;
}

/** What a log of a session says of a recipient. */
type Logged = Pick<FreeFormRefusal, 'reply' | 'host' | 'stage'>;

/** Address → the reply to its RCPT command, as sendmail and InterScan log a session. */
type Transcript = ReadonlyMap<string, Logged>;

const COMMAND = /^(?:>>>|Sent <<<) (RCPT TO|MAIL FROM|[A-Z]{4,8})\b:? ?(?:<([^<>]+)>)?/i;
const LOGGED_REPLY = /^(?:<<<|Received >>>) ([45]\d\d[ -].*)$/;
const CONCLUSION =
  /^([45]\d\d) (?:([45]\.\d{1,3}\.\d{1,3}) )?<?([^\s<>@]+@[^\s<>@]+?)>?\.\.\. (.*)$/;

function readTranscript(lines: readonly string[]): Transcript {
  const log = new SessionLog();
  for (const line of lines) log.read(line);
  return log.found;
}

class SessionLog {
  readonly found = new Map<string, Logged>();
  #host: string | null = null;
  #asked: string | null = null;
  #isSender = false;
  /** The refusal of the sender, which holds for every recipient. */
  #ofSender: Logged | undefined;

  read(line: string): void {
    this.#host = hostIn(line) ?? this.#host;
    const command = COMMAND.exec(line);
    if (command) {
      this.#asked = /^rcpt/i.test(command[1] ?? '') ? toEmail(command[2]) : null;
      this.#isSender = /^mail/i.test(command[1] ?? '');
    }
    const reply = toReply(LOGGED_REPLY.exec(line)?.[1]);
    if (reply !== null) this.#addReply(reply);
    const [, code = '', status = '', name, words = ''] = CONCLUSION.exec(line) ?? [];
    const email = toEmail(name);
    if (email !== null) {
      const own = { reply: toReply(`${code} ${status} ${words}`), host: this.#host };
      this.#add(email, this.#ofSender ?? own);
    }
  }

  #addReply(reply: string): void {
    if (this.#isSender) this.#ofSender = { reply, host: this.#host, stage: 'mail' };
    if (this.#asked !== null) this.#add(this.#asked, { reply, host: this.#host });
  }

  #add(email: string, said: Logged): void {
    if (!this.found.has(email)) this.found.set(email, said);
  }
}

/**
 * Fields that name the recipients of a bounce: Exim's, and those of Dragonfly's mail agent. Postfix writes
 * X-Original-To into what it delivers, with Delivered-To: there it is the mailbox of the bounce.
 */
function namedInHeader({ addresses }: Pick<MailMessage, 'addresses'>): string[] {
  const own = new Set(addresses('to').map((one) => one.toLowerCase()));
  const isDelivered = addresses('delivered-to').length > 0;
  const original = isDelivered ? [] : addresses('x-original-to');
  const others = original.filter((one) => !own.has(one.toLowerCase()));
  const failed = addresses('x-failed-recipients');
  return (failed.length > 0 ? failed : others).flatMap((one) => toEmail(one) ?? []);
}
