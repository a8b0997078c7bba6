import PostalMime, { type Address, type Email } from 'postal-mime';
import { parseFields } from './fields.ts';

/** A message as readers of outcomes need it. */
export interface MailMessage {
  /** Lower-case name → value, unfolded, of the first such field. */
  readonly header: (name: string) => string | undefined;
  /** Type and parameters of the whole message, in lower case. */
  readonly contentType: string;
  readonly subject: string;
  readonly from: string | undefined;
  readonly fromName: string;
  readonly date: string | undefined;
  /** Its own text: nothing of the messages that it carries. Lines end in LF. */
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
  for (const { key, value } of email.headers) if (!headers.has(key)) headers.set(key, value);
  const from = mailboxOf(email.from) ?? mailboxOf(email.sender);
  return {
    header: (name) => headers.get(name),
    contentType: (headers.get('content-type') ?? '').toLowerCase(),
    subject: email.subject ?? '',
    from: from?.address,
    fromName: from?.name ?? '',
    date: headers.get('date'),
    text: textOf(email).replace(/\r\n?/g, '\n'),
    part: (type) => partOf(email, type),
  };
}

function mailboxOf(address: Address | undefined): { address: string; name: string } | undefined {
  if (!address) return undefined;
  return address.group ? address.group[0] : address;
}

function partOf({ attachments }: Email, type: RegExp): string | undefined {
  const part = attachments.find(({ mimeType }) => type.test(mimeType));
  if (!part) return undefined;
  const { content } = part;
  return typeof content === 'string' ? content : new TextDecoder().decode(content);
}

function textOf({ text, html }: Email): string {
  if (text !== undefined) return text;
  return (html ?? '')
    .replace(/<(style|script)\b[\s\S]*?<\/\1>/gi, ' ')
    .replace(/<(?:br|\/p|\/div|\/tr|\/h\d|\/li)\b[^>]*>/gi, '\n')
    .replace(/<[^<>]*>/g, ' ')
    .replace(/&(nbsp|lt|gt|amp|quot|#39);/g, (_, name: string) => ENTITIES[name] ?? ' ');
}

const ENTITIES: Readonly<Record<string, string>> = {
  nbsp: ' ',
  lt: '<',
  gt: '>',
  amp: '&',
  quot: '"',
  '#39': "'",
};

/** The header fields of the message that a report returns, whole or its header alone. */
export function returnedFields(message: MailMessage) {
  const returned = message.part(
    /^(?:message\/rfc822|text\/rfc822-headers|message\/global(?:-headers)?)$/,
  );
  return parseFields((returned ?? '').split(/\r?\n\r?\n/, 1)[0] ?? '');
}

/** The one address of a field; undefined where there is none or more than one. */
export function soleAddress(field: string | undefined): string | undefined {
  const found = (field ?? '').match(/[^\s<>,;:"'()]+@[^\s<>,;:"'()]+/g) ?? [];
  return found.length === 1 ? found[0] : undefined;
}
