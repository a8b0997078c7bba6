import { createHash } from 'node:crypto';

/** Fields that mail stores add or change, and those of the last step of delivery. */
const STORE_FIELDS =
  /^(?:status|x-status|x-keywords|x-uid|x-uidl|x-imap|x-imapbase|content-length|lines|x-mozilla-\w+|x-gmail-labels|x-gm-\w+|return-path|delivered-to|x-original-to|envelope-to|x-evolution\S*)[ \t]*:/i;

/**
 * What is the same for one message in an mbox, a Maildir and a folder: without line ends, the `>` that an mbox puts
 * before `From ` (RFC 4155), blank lines at the end, and the fields of the store. 16 hexadecimal digits.
 */
export function contentKey(bytes: Buffer): string {
  const text = bytes.toString('latin1').replace(/\r\n?/g, '\n').replace(/^\n+/, '');
  const end = text.indexOf('\n\n');
  const header = end === -1 ? text : text.slice(0, end);
  const body = end === -1 ? '' : text.slice(end + 2, end + 2 + MAX_BODY);
  const fields = header.split(/\n(?![ \t])/).filter((field) => !STORE_FIELDS.test(field));
  const plain = body.replace(/^>+(?=From )/gm, '').trimEnd();
  return createHash('sha256')
    .update(`${fields.join('\n')}\n\n${plain}`)
    .digest('hex')
    .slice(0, 16);
}

/** In bytes: large messages are kept in part. */
const MAX_BODY = 512 * 1024;

/** The bytes of a message in an mbox as they were sent. */
export function unstuff(bytes: Buffer): Buffer {
  if (!bytes.includes('\n>From ') && !bytes.includes('\n>>')) return bytes;
  return Buffer.from(bytes.toString('latin1').replace(/^>(>*From )/gm, '$1'), 'latin1');
}
