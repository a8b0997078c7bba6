import type { Candidate } from './candidate.ts';

/** A candidate with the text around it: up to 200 bytes of its line on each side, a character a byte. */
export interface Surroundings {
  readonly local: string;
  readonly domain: string;
  readonly before: string;
  readonly after: string;
}

/** Bytes on each side that are looked at. */
const SIDE = 200;

/** What only looks like an address, each form with an example. */
const LOOK_ALIKES: readonly ((found: Surroundings) => boolean)[] = [
  // https://user@host, postgres://user:password@host/name, //user@host
  ({ before }) => /\/\/[^\s/?#"'`<>()[\]{}|]*$/.test(before) && !/mailto:\/\/$/i.test(before),
  // user:password@host:5432
  ({ before, after }) => /[\w%]:$/.test(before) && /^:\d/.test(after),
  // git@github.com:team/name.git, deploy@host:/var/www, host:~/folder
  ({ after }) => /^:(?:[~/]|[^\s"'`<>,;:]+\/|[^\s"'`<>,;/]+\.git\b)/.test(after),
  // ssh user@host, rsync -a user@host
  ({ before }) =>
    /\b(?:ssh|scp|sftp|rsync|mosh|ssh-copy-id)(?: +-[\w-]+(?:[ =][\w./~][\w./~-]*)?)* +$/.test(
      before,
    ),
  // @user@server of the fediverse, a@b@c
  ({ before, after }) => before.endsWith('@') || after.startsWith('@'),
  // nick!user@host of IRC
  ({ before }) => /[\w\]|`^-]!~?$/.test(before),
  // [user@host folder]$
  ({ before, after }) => before.endsWith('[') && /^ [~\w./-]*\][$#]/.test(after),
  // $user@…, ${user}.name@…, {{user}}-1@…, %>x@…, %s@…
  ({ before, local }) =>
    /[$}]$|%>$/.test(before) || (before.endsWith('%') && /^\d*[a-z]$/.test(local)),
  // name@sub.${domain}, name@corp.{{tld}}, name@corp.%s, name@corp.#{tld}
  ({ after }) => /^\.?(?:\$[{(\w]|\{[{%]|%(?:\d*\$)?[sd]\b|%[({]|#\{)/.test(after),
  // a***n@host
  ({ before }) => /\w\*+$|\*{3,}$/.test(before),
  // f@matrix.to(device)
  ({ after }) => after.startsWith('('),
];

/** Bytes before and behind an address that its look-alikes have: the others are not looked at closely. */
const BEFORE = new Uint8Array(256);
for (const sign of '/:@!$}%*[>') BEFORE[sign.charCodeAt(0)] = 1;
// What is left of an escape.
for (const sign of '0123456789abcdefABCDEF') BEFORE[sign.charCodeAt(0)] = 1;
const AFTER = new Uint8Array(256);
for (const sign of ':@.${%#(') AFTER[sign.charCodeAt(0)] = 1;
const SPACE = 0x20;

/** Whether a candidate is something else, by what stands around it. */
export function isLookAlike(bytes: Buffer, { start, end, local, domain }: Candidate): boolean {
  const [previous = 0, next = 0] = [bytes[start - 1], bytes[end]];
  if (!BEFORE[previous] && !AFTER[next] && !(previous === SPACE && isOfShell(bytes, start))) {
    return isMessageId(bytes, { start, end, local });
  }
  const before = lineBefore(bytes, start);
  const after = bytes.toString('latin1', end, Math.min(bytes.length, end + SIDE));
  return (
    LOOK_ALIKES.some((isAlike) => isAlike({ local, domain, before, after })) ||
    isMessageId(bytes, { start, end, local })
  );
}

/** Whether `ssh `, `scp `, `sftp `, `rsync `, an option or its value may stand before. */
function isOfShell(bytes: Buffer, start: number): boolean {
  const line = lineBefore(bytes, start);
  return /\b(?:ssh|scp|sftp|rsync|mosh|ssh-copy-id)\b/.test(line);
}

function lineBefore(bytes: Buffer, start: number): string {
  const text = bytes.toString('latin1', Math.max(0, start - SIDE), start);
  return text.slice(text.lastIndexOf('\n') + 1);
}

const LESS_THAN = 0x3c;
const GREATER_THAN = 0x3e;

/** RFC 5322 §3.6.4: what programs make up for a message or a part of it. */
function isMessageId(
  bytes: Buffer,
  { start, end, local }: { readonly start: number; readonly end: number; readonly local: string },
): boolean {
  if (MADE_UP.test(local)) return true;
  const previous = bytes[start - 1] ?? 0;
  if (!OPENING.has(previous)) return false;
  const before = lineBefore(bytes, start);
  if (ID_FIELD.test(before)) return true;
  if (previous !== LESS_THAN || bytes[end] !== GREATER_THAN) return false;
  const behind = bytes.toString('latin1', end, Math.min(bytes.length, end + SIDE));
  return SEVERAL_IDS.test(`${before}x@x${behind.replace(/\n.*/s, '')}`);
}

/** What stands before an identifier: `<`, a quotation mark, `:`. */
const OPENING: ReadonlySet<number> = new Set(Buffer.from('<"\':'));

/** Names of fields and keys that hold identifiers, and the schemes of their links (RFC 2392). */
const ID_FIELD =
  /(?:(?:message|msg|smtp|content|thread)[-_ ]?ids?|in[-_]?reply[-_]?to|references)["'\])]*\s*(?:=>?|:)?\s*\(?["'[]*<?$|\b[cm]id:$/i;

/** Identifiers are divided by blanks, addresses by commas; the two addresses of `.mailmap` by a blank, too. */
const SEVERAL_IDS = /(?:<[^<>@\s]+@[^<>\s]+>\s+){2}<[^<>@\s]+@[^<>\s]+>|^\s*references:.*<x@x>/i;

/** Local parts of identifiers, by the programs that make them up; the last ones by their digits. */
const MADE_UP = new RegExp(
  [
    // 20200131123456.1234-1-ann, 0.19960603164233.ann, cover.1617914011.git.ann
    '^\\d{8,}[.-]\\d|^\\d\\.\\d{8,}|\\d{10}\\.git\\.',
    // 9206120510.AA06898, 22708.8913.864049.452252, pull.1218.git.ann; Exchange: SJ0PR20MB446393F2
    '^\\d{8,}\\.[a-z]{2}\\d+$|^\\d+(?:\\.\\d+){2,}$|^pull\\.\\d+\\.git\\.|^[a-z]{2}\\dpr\\d\\dmb[\\da-f]+$',
    // A UUID; 5F3B2A1C.9050201 of old mail programs; JavaMail, Pine, Gmail
    '^[\\da-f]{8}-[\\da-f]{4}-[\\da-f]{4}-[\\da-f]{4}-[\\da-f]{12}|^[\\da-f]{8}\\.[\\da-f]{3,}$',
    '\\.javamail\\.|^pine\\.[a-z]+\\.|^ca[a-z\\d+_=-]{30,}',
    '^(?=.*\\d)(?:[\\da-f]{16,})$|^(?!\\d+$).*\\d{12}|\\d{14}',
  ].join('|'),
  'i',
);
