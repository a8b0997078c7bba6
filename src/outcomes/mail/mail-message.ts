import PostalMime, { type Address, type Email } from 'postal-mime';
import { addressesIn, boundedLines, MAX_FIELD } from './bounds.ts';

/** A message as readers of outcomes need it. */
export interface MailMessage {
  /** Lower-case name → value, unfolded and within bounds, of the first such field. */
  readonly header: (name: string) => string | undefined;
  /** All addresses of all fields of a name. */
  readonly addresses: (name: string) => readonly string[];
  /** Type and parameters of the whole message, in lower case. */
  readonly contentType: string;
  readonly subject: string;
  readonly from: string | undefined;
  readonly fromName: string;
  readonly date: string | undefined;
  /** Its own text: nothing of the messages that it carries. Lines end in LF, and are within bounds. */
  readonly text: string;
  /** The text of its first part of a type, decoded; undefined where it has none. */
  readonly part: (type: RegExp) => string | undefined;
}

/**
 * Reads a message. Messages within it stay parts: what they say is not what it says. Throws where it
 * can't be read within postal-mime's bounds.
 */
export async function parseMessage(bytes: Uint8Array): Promise<MailMessage> {
  const email = await PostalMime.parse(bytes, { forceRfc822Attachments: true });
  const headers = new Map<string, string>();
  for (const { key, value } of email.headers)
    if (!headers.has(key)) headers.set(key, value.slice(0, MAX_FIELD));
  const from = mailboxOf(email.from) ?? mailboxOf(email.sender);
  return {
    header: (name) => headers.get(name),
    addresses: (name) =>
      email.headers.flatMap(({ key, value }) => (key === name ? addressesIn(value) : [])),
    contentType: (headers.get('content-type') ?? '').toLowerCase(),
    subject: email.subject?.slice(0, MAX_FIELD) ?? '',
    from: from?.address.slice(0, MAX_FIELD),
    fromName: from?.name.slice(0, MAX_FIELD) ?? '',
    date: headers.get('date'),
    text: boundedLines(textOf(email, bytes)).join('\n'),
    part: (type) => partOf(email, type),
  };
}

function mailboxOf(address: Address | undefined): { address: string; name: string } | undefined {
  if (!address) return undefined;
  return address.group ? address.group[0] : address;
}

/** Some servers announce parts that never come: all behind the header is text then. */
function textOf({ text, html, attachments }: Email, bytes: Uint8Array): string {
  if (text !== undefined || html !== undefined) return text ?? htmlToText(html ?? '');
  if (attachments.some(({ mimeType }) => REPORT_PART.test(mimeType))) return '';
  const whole = decode(bytes);
  const [header = ''] = whole.split(/\r?\n\r?\n/, 1);
  return whole.slice(header.length);
}

const REPORT_PART =
  /^message\/(?:(?:global-)?(?:delivery-status|disposition-notification)|feedback-report)$/;

function partOf({ attachments }: Email, type: RegExp): string | undefined {
  const part = attachments.find(({ mimeType }) => type.test(mimeType));
  if (!part) return undefined;
  const { content } = part;
  return typeof content === 'string' ? content : decode(content);
}

/** Japanese servers write a report in ISO-2022-JP, which shows itself by its escapes. */
function decode(bytes: ArrayBuffer | Uint8Array): string {
  const text = new TextDecoder().decode(bytes);
  return text.includes('\u001b$') ? new TextDecoder('iso-2022-jp').decode(bytes) : text;
}

/** The only address of a field; undefined if there is none or more than one. */
export function soleAddress(field: string | undefined): string | undefined {
  const found = addressesIn(field);
  return found.length === 1 ? found[0] : undefined;
}

/** Elements that begin or end a line. */
const LINE_BREAKS = /^(?:br|\/(?:p|div|tr|h\d|li))$/i;

/** Elements whose content is not text. */
const SILENT = /^(?:style|script)$/i;

const TAG_NAME = /^\/?[a-z][a-z\d]{0,20}/i;

/** The text of HTML as a person reads it, in one pass over it. */
export function htmlToText(html: string): string {
  const kept: string[] = [];
  const closings = new Closings(html);
  let from = 0;
  for (let end = html.indexOf('>'); end !== -1; end = html.indexOf('>', from)) {
    const start = from + html.slice(from, end).lastIndexOf('<');
    if (html[start] !== '<') {
      kept.push(html.slice(from, end + 1));
      from = end + 1;
      continue;
    }
    const name = TAG_NAME.exec(html.slice(start + 1, Math.min(end, start + 30)))?.[0] ?? '';
    kept.push(html.slice(from, start), LINE_BREAKS.test(name) ? '\n' : ' ');
    from = SILENT.test(name) ? closings.behind(name.toLowerCase(), end + 1) : end + 1;
  }
  kept.push(html.slice(from));
  return kept.join('').replace(/&(nbsp|lt|gt|amp|quot|#39);/g, (_, name) => ENTITIES[name] ?? ' ');
}

/** Where the contents of elements end. What is not found once is not looked for again. */
class Closings {
  readonly #html: string;
  readonly #absent = new Set<string>();

  constructor(html: string) {
    this.#html = html;
  }

  /** The position after the closing tag of an element that was opened before `from`; `from` without one. */
  behind(name: string, from: number): number {
    if (this.#absent.has(name)) return from;
    const closing = new RegExp(`</${name}>`, 'gi');
    closing.lastIndex = from;
    if (closing.test(this.#html)) return closing.lastIndex;
    this.#absent.add(name);
    return from;
  }
}

const ENTITIES: Readonly<Record<string, string>> = {
  nbsp: ' ',
  lt: '<',
  gt: '>',
  amp: '&',
  quot: '"',
  '#39': "'",
};
