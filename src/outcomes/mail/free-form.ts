import { toEmail, toReply } from '../observed.ts';
import { RETURNED_MESSAGE } from './bounce-forms.ts';
import { type MailMessage, soleAddress } from './mail-message.ts';

/** What the text of a bounce says of an address. */
export interface FreeFormRefusal {
  readonly email: string | null;
  /** The address that was forwarded to it, where the bounce says so: mail was sent to that one. */
  readonly alias?: string | null;
  readonly reply: string | null;
  readonly host: string | null;
}

/** The addresses that a bounce names in its text, each with the reply that stands with it. */
export function readFreeForm(
  message: Pick<MailMessage, 'text' | 'header' | 'from'>,
): FreeFormRefusal[] {
  const lines = ownLines(message.text);
  const transcript = readTranscript(lines);
  const found = new Map<string, FreeFormRefusal>();
  for (const block of cutBlocks(lines)) {
    const one = readBlock(block, transcript);
    found.set(block.email, better(found.get(block.email), one));
  }
  if (found.size > 0) return [...found.values()];
  const named = failedRecipients(message);
  const emails = named.length > 0 ? named : ownRecipient(message, lines);
  return emails.map((email) => wholeText({ email, lines, transcript }));
}

/** Of its own domain a server reports with the header of the message alone: `To: ada@example.com`. */
function ownRecipient({ from }: Pick<MailMessage, 'from'>, lines: readonly string[]): string[] {
  const named = lines.flatMap((line) => /^\s*To:\s*(\S.*)$/i.exec(line)?.[1] ?? []);
  const email = named.length === 1 ? toEmail(soleAddress(named[0])) : null;
  return email !== null && domainOf(email) === domainOf(from ?? '') ? [email] : [];
}

function domainOf(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1).toLowerCase();
}

/** The text up to the returned message, without lines that a person quoted. */
export function ownLines(text: string): string[] {
  const end = RETURNED_MESSAGE.exec(text)?.index ?? text.length;
  return text
    .slice(0, Math.min(end, MAX_TEXT))
    .split('\n')
    .filter((line) => !/^>(?!>>)/.test(line) || QUOTED_RECIPIENT.test(line));
}

/** In characters: a bounce names its recipients in front. */
const MAX_TEXT = 200_000;

/** An address, and the lines that follow up to the next. */
interface Block {
  readonly email: string;
  readonly lines: string[];
}

const ADDRESS = '[^\\s<>()\\[\\]",;:@]+@[\\w.-]+\\.[\\w-]{2,}';
/** MDaemon lists them so; nobody quotes a line of an address alone. */
const QUOTED_RECIPIENT = new RegExp(`^>\\s*<?${ADDRESS}>?\\s*$`);
/** Alone on its line, as nearly all servers name it; behind a colon or a date may stand the reply. */
const ALONE = new RegExp(
  `^(?:.{0,60};dda:)?[\\s>*•"'<(\\[-]*(?:mailto:|smtp[:=])?(${ADDRESS})[>"')\\]]*(?:;? on (?:\\w{3}, )?\\d.*|\\s*\\((?:mailto|reason|generated|ultimately|expanded|<).*)?\\s*(\\.{3}|[:,.])?\\s*(.*)$`,
  'i',
);
/** `Failed Recipient: ada@example.com`; what stands before may say why: `User's mailbox is full: <ada@example.com>`. */
const LABELLED = new RegExp(
  `^[\\s*]*([\\w' -]{0,40}\\b(?:recipient|address|user(?:id)?|(?:mail|message) to|error-for|unknown|full|allowed size|attempts|failed|undeliverable\\s+to|local mailbox)(?:\\(s\\))?)\\s*(?:[:=]|(?<=to|mailbox)\\s)\\s*\\[?(?:smtp:)?<?(${ADDRESS})[>\\]]*\\s*(.*)$`,
  'i',
);
const IN_PROSE = new RegExp(
  `(?:delivered to|delivering (?:your message )?to|deliver(?: (?:it|your message|message|the message|mail))? to|message to|addressed(?: to|,)|reach|zugestellt an|an)\\s+['"]?<?(${ADDRESS})>?['"]?[ .,:]*(.*)$`,
  'i',
);
/** What stands behind the address when the line is a sentence, not a heading. */
const REST_OF_HEADING =
  /^(?:$|\(|<|[245]\d\d[ -]|#?[245]\.\d+\.\d+|host |"|'|[A-Z]|- (?:no such|user|unknown|mailbox|invalid)|is unavailable)/;

/** Behind these marks the reply stands, however it begins. */
const MARKS: readonly (string | undefined)[] = ['...', ':'];

function anchorOf(line: string): { readonly email: string; readonly rest: string } | undefined {
  const [address, rest] = headingOf(line) ?? IN_PROSE.exec(line)?.slice(1) ?? [];
  const email = toEmail(address?.replace(/\.$/, ''));
  return email === null ? undefined : { email, rest: rest ?? '' };
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
function aliasOf(line: string): { readonly email: string; readonly rest: string } | undefined {
  const email = toEmail(ALIAS.exec(line)?.[1]);
  return email === null ? undefined : { email, rest: '' };
}

/** A label that is a reason itself. */
const REASON_LABEL = /full|unknown|invalid|no such|allowed size|attempts/i;

/** The next line names who sent the message. */
const SENDER_LINE = /\b(?:sent by|from)\s*:?\s*$/i;

function cutBlocks(lines: readonly string[]): Block[] {
  const blocks: Block[] = [];
  let before = '';
  for (const line of lines) {
    const anchor = SENDER_LINE.test(before)
      ? undefined
      : (anchorOf(line) ?? (blocks.length === 0 ? aliasOf(line) : undefined));
    if (anchor) blocks.push({ email: anchor.email, lines: [anchor.rest] });
    else if (SECTION_LINE.test(line)) blocks.at(-1)?.lines.push(SECTION);
    else blocks.at(-1)?.lines.push(line.replace(/^\s*={10,}\s*$/, ''));
    if (line.trim() !== '') before = line;
  }
  return blocks;
}

/** `--- Transcript ---`, or a rule before what a filter adds to all mail. */
const SECTION_LINE = /^\s*(?:-{3,}|_{10,})/;

/** Ends what is said of an address. */
const SECTION = '\u0000';

function readBlock({ email, lines }: Block, transcript: Transcript): FreeFormRefusal {
  const end = lines.indexOf(SECTION);
  const own = end === -1 ? lines : lines.slice(0, end);
  const text = own.slice(0, MAX_BLOCK_LINES).join('\n');
  const reply = replyIn(text);
  const logged = transcript.get(email);
  const named = { email, alias: toEmail(ALIAS.exec(text)?.[1]) };
  if (reply === null && logged) return { ...named, ...logged };
  const host = hostIn(text) ?? logged?.host ?? null;
  return { ...named, reply: reply ?? firstParagraph(text), host };
}

/** Exim and sendmail name what was forwarded: `(generated from ada@example.com)`. */
const ALIAS = new RegExp(
  `\\((?:ultimately |originally )?(?:generated|expanded) from:?\\s+<?(${ADDRESS})>?\\)`,
);

const MAX_BLOCK_LINES = 40;

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
  /(?:^|[\s:;('"<[>#])((?:[45]\d\d)(?:[ -]#?[45]\.\d{1,3}\.\d{1,3}(?![\d.])|[ -](?=[^\d\s])|;\s*)[\s\S]*)/;
const STATUS_FIRST = /^[ \t]*#?([45]\.\d{1,3}\.\d{1,3}[ -][\s\S]*)/m;
/** Without a reply code the words may stand before the status. */
const STATUS = /(?:^|[\s(<#])#?[45]\.\d{1,3}\.\d{1,3}(?![\d.])/;

/** The SMTP reply within a text, to the end of its paragraph. */
function replyIn(text: string): string | null {
  const coded = CODED.exec(text)?.[1];
  if (coded !== undefined) return tidy(coded);
  const line = STATUS_FIRST.exec(text)?.[1];
  if (line !== undefined) return tidy(line);
  const paragraph = text.split(/\n[ \t]*\n/).find((one) => STATUS.test(one));
  return paragraph === undefined ? null : tidy(paragraph.trim());
}

/** One paragraph on one line, without the marks that it stands in. */
function tidy(text: string): string | null {
  const [paragraph = ''] = text.split(PARAGRAPH_END, 1);
  const line = paragraph.replace(/\n[245]\d\d[ -](?:#?[245]\.\d+\.\d+ )?/g, '\n');
  const bare = (toReply(line) ?? '').replace(NOTE, '').replace(/\s*(?:##|')$/, '');
  const isUnopened = bare.endsWith(')') && !bare.includes('(');
  return toReply(isUnopened ? bare.slice(0, -1) : bare);
}

const PARAGRAPH_END =
  /\n[ \t]*\n|\n(?=[ \t]*(?:giving up on|reporting-mta|remote system|generating server|host:|##|i'm not going to try))/i;
/** Postfix's note on the command, where it is about the recipient or the message. */
const NOTE = /\s*\(in reply to (?:RCPT TO|end of DATA|DATA|end) command\)\s*$/i;

function firstParagraph(text: string): string | null {
  const plain = text
    .replace(ALIAS, '')
    .trim()
    .replace(/^because:\s*/i, '');
  return tidy(plain);
}

const HOSTS: readonly RegExp[] = [
  /\bhost ([\w.-]+\.[\w-]+)\s*\[[\da-f.:]+\]/i,
  /while talking to \[?([\w.-]+\.[\w-]+?)\]?\.?:/i,
  /remote server at ([\w.-]+) \(/i,
  /\bby ([\w.-]+\.[\w-]+?)\.? \[[\da-f.:]+\]/i,
  /^\s*host: ([\w.-]+\.[\w-]+)/im,
  /remote system: *(?:dns;)? *([\w.-]+\.[\w-]+)/i,
  /connected to ([\da-f.:]+) but/i,
  /^\s*([\d.]{7,15}|[\w.-]+\.[a-z]{2,}) (?:does not like recipient|failed after)/im,
  /<([\w.-]+\.[a-z]{2,}) #[245]\.\d/i,
];

function hostIn(text: string): string | null {
  for (const pattern of HOSTS) {
    const host = pattern.exec(text)?.[1];
    if (host !== undefined) return host.toLowerCase().replace(/\.$/, '');
  }
  return null;
}

/** Address → the reply to its RCPT command, as sendmail and InterScan log a session. */
type Transcript = ReadonlyMap<string, Pick<FreeFormRefusal, 'reply' | 'host'>>;

function readTranscript(lines: readonly string[]): Transcript {
  const found = new Map<string, Pick<FreeFormRefusal, 'reply' | 'host'>>();
  let host: string | null = null;
  let asked: string | null = null;
  for (const line of lines) {
    host = hostIn(line) ?? host;
    const recipient = /^(?:>>>|Sent <<<) RCPT TO: ?<([^<>]+)>/i.exec(line)?.[1];
    asked = recipient === undefined ? asked : toEmail(recipient);
    const reply = /^(?:<<<|Received >>>) ([45]\d\d[ -].*)$/.exec(line)?.[1];
    if (reply !== undefined && asked !== null && !found.has(asked))
      found.set(asked, { reply, host });
    const [, code = '', status = '', name, words = ''] =
      /^([45]\d\d) (?:([45]\.\d+\.\d+) )?<?([^\s<>]+@[^\s<>]+?)>?\.\.\. (.*)$/.exec(line) ?? [];
    const email = toEmail(name);
    if (email !== null && !found.has(email)) {
      found.set(email, { reply: toReply(`${code} ${status} ${words}`), host });
    }
  }
  return found;
}

/** The recipients that the header of an Exim bounce names. */
function failedRecipients({ header }: Pick<MailMessage, 'header'>): string[] {
  return (header('x-failed-recipients') ?? '').split(',').flatMap((name) => toEmail(name) ?? []);
}

interface WholeText {
  readonly email: string;
  readonly lines: readonly string[];
  readonly transcript: Transcript;
}

/** All of a short text may be about its only recipient. */
function wholeText({ email, lines, transcript }: WholeText): FreeFormRefusal {
  const text = lines.join('\n');
  const logged = transcript.get(email);
  return logged ? { email, ...logged } : { email, reply: replyIn(text), host: hostIn(text) };
}
