import { isSentByServer, RETURNED_MESSAGE } from './bounce-forms.ts';
import { addressesIn } from './bounds.ts';
import { fieldOf, parseFields, type ReportFields } from './fields.ts';
import { type MailMessage, soleAddress } from './mail-message.ts';

/** What of a bounce is read to find the message that it returns. */
type Returning = Pick<MailMessage, 'text' | 'part' | 'addresses'>;

/** The header fields of the message that a report returns: in a part of its own, or in its text. */
export function returnedFields({ text, part }: Returning): ReportFields {
  const returned = part(/^(?:message\/rfc822|text\/rfc822-headers|message\/global(?:-headers)?)$/);
  if (returned === undefined) return parseFields(headerWithin(text));
  return parseFields(returned.split(/\r?\n\r?\n/, 1)[0] ?? '');
}

/** In lines: more than a header that went through many hosts has. */
const MAX_HEADER_LINES = 1000;

/** A field that headers of mail begin with, quoted or indented or neither. */
const FIRST_FIELD =
  /^([> \t]{0,10})(?:received|return-path|from|to|date|subject|sender|message-id|mime-version|delivered-to|content-type|x-[\w-]{1,60}|dkim-signature)[ \t]*:/i;

/** The header of the message that stands at the end of a text, without the marks before its lines. */
function headerWithin(text: string): string {
  const at = RETURNED_MESSAGE.exec(text)?.index;
  if (at === undefined) return '';
  const lines = text.slice(at).split('\n', MAX_HEADER_LINES);
  const start = lines.findIndex((line) => FIRST_FIELD.test(line));
  if (start === -1) return '';
  const mark = FIRST_FIELD.exec(lines[start] ?? '')?.[1] ?? '';
  const bare = lines
    .slice(start)
    .map((line) => (line.startsWith(mark) ? line.slice(mark.length) : line));
  const end = bare.findIndex((line) => /^[> \t]*$/.test(line));
  return bare.slice(0, end === -1 ? undefined : end).join('\n');
}

/**
 * The one recipient of the message that a bounce returns. What hosts on the way noted (`for <ada@example.com>`) comes
 * before To: a list is there for all its members. The team's own address does not count.
 */
export function returnedRecipient(message: Returning): string | undefined {
  const fields = returnedFields(message);
  if (isOfServer(fields)) return undefined;
  const ours = [...message.addresses('to'), ...SENDER_FIELDS.flatMap((name) => all(fields, name))];
  const isOther = (one: string) => !ours.some((own) => isSame(own, one));
  const noted = [
    ...(fields.get('received') ?? []).map(recipientNoted),
    ...DELIVERY_FIELDS.map((name) => soleAddress(fieldOf(fields, name))),
  ]
    .filter((one) => one !== undefined)
    .filter(isOther);
  const to = soleAddress(fieldOf(fields, 'to'));
  if (to === undefined || !isOther(to)) return noted[0];
  if (noted.length > 0) return noted.find((one) => isSame(one, to)) ?? noted[0];
  return LIST_FIELDS.some((name) => all(fields, name).some((one) => isSame(one, to)))
    ? undefined
    : to;
}

/** A bounce itself, which came to us. */
function isOfServer(fields: ReportFields): boolean {
  const from = fieldOf(fields, 'from') ?? '';
  return isSentByServer({
    from: soleAddress(from) ?? from,
    fromName: from.split('<', 1)[0] ?? '',
    returnPath: fieldOf(fields, 'return-path'),
  });
}

const SENDER_FIELDS = ['from', 'sender', 'return-path', 'errors-to'];
const DELIVERY_FIELDS = ['x-original-to', 'envelope-to', 'delivered-to'];
/** Fields of mailing lists that name the list. */
const LIST_FIELDS = ['list-post', 'x-beenthere', 'reply-to'];

function all(fields: ReportFields, name: string): string[] {
  return (fields.get(name) ?? []).flatMap(addressesIn);
}

function isSame(one: string, other: string): boolean {
  return one.replace(/^mailto:/i, '').toLowerCase() === other.toLowerCase();
}

/** The address in `from a by b with SMTP id c for <ada@example.com>; date` (RFC 5321 §4.4). */
function recipientNoted(received: string): string | undefined {
  return soleAddress(/\bfor ([^;]{3,400})/i.exec(received)?.[1]);
}
