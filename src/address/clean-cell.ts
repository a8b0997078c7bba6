import { type Message, message } from '../i18n/message.ts';
import { type Mailbox, type ParsedAddress, parseAddress } from './parse.ts';

/**
 * One address of a cell, or text that is not an address. `problem` completes the sentence "the address …".
 */
export type CellPart =
  | { readonly ok: true; readonly raw: string; readonly address: Mailbox }
  | { readonly ok: false; readonly raw: string; readonly problem: Message };

interface CellAddresses {
  /** In the order written, each address once. Empty for a blank cell. */
  readonly addresses: readonly CellPart[];
}

/**
 * The addresses of a cell as people fill them in: `Ann <ann@x.org>`, `mailto:ann@x.org?subject=…`,
 * zero-width characters, the full-width `＠`, a full stop at the end, several addresses in a row.
 *
 * An address is taken only where the whole cell is accounted for. What is left over may belong to
 * the address (`john smith@x.org`, `ann@x.co,uk`): without it, the address is a stranger's. Such a
 * cell gives one part with its problem.
 */
export function addressesInCell(cell: string): CellAddresses {
  const written = cell.trim();
  if (written.length > MAX_CELL_LENGTH) return { addresses: [toUnreadPart(written, TOO_LONG)] };
  const text = tidy(written);
  if (text === '') return { addresses: [] };
  const whole = readWhole(text) ?? readMarked(text) ?? readLinked(text);
  if (whole) return { addresses: [whole] };
  const pieces = splitOutside(withoutAnd(text)).map((piece) => piece.trim());
  const parts = pieces.filter((piece) => !isOnlyMarks(piece)).map(readPiece);
  const found = parts.flatMap((part) => part ?? []);
  if (parts.includes(undefined) || !found.some(({ ok }) => ok)) {
    return { addresses: [toUnreadPart(text, findProblem(text))] };
  }
  return { addresses: withoutRepeats(found) };
}

/** Dozens of addresses fit; beyond it a cell is a document, and matching it would cost seconds. */
const MAX_CELL_LENGTH = 10_000;
const TOO_LONG = message('errorTexts.address_cell_long');
const MORE = message('errorTexts.address_more');

/**
 * The cell on one line: no invisible characters, no codes of HTML and URLs, ASCII for full-width
 * signs (RFC 8264 §5.2.1), single blanks, none beside an `@`.
 */
export function tidy(cell: string): string {
  const text = decodePercent(decodeEntities(cell))
    .replace(/[\u200b\u2060\ufeff\u00ad\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/[\uff01-\uff5e]/g, toHalfWidth)
    .replaceAll('﹫', '@')
    .replace(/[\p{Z}\p{Cc}]+/gu, ' ')
    .trim();
  // Next to the only `@` it is a slip; among several it may separate addresses.
  const single = text.indexOf('@') === text.lastIndexOf('@');
  return single && !text.includes('"') ? text.replace(/ ?@ ?/, '@') : text;
}

function toHalfWidth(char: string): string {
  return String.fromCharCode(char.charCodeAt(0) - 0xfee0);
}

/** A text that is one address, but for marks around it and a scheme before it. */
function readWhole(text: string): CellPart | undefined {
  const unguarded = text.replace(GUARD, '');
  const bare = withoutMarks(withoutScheme(withoutMarks(unguarded)));
  // Marks beyond ASCII may stand in a local part (RFC 6531), and never do.
  const asItStands = /^[\x20-\x7e]/.test(unguarded) ? parseAddress(unguarded) : undefined;
  if (asItStands?.ok) return { ok: true, raw: unguarded, address: asItStands.address };
  const parsed = parseAddress(bare);
  return parsed.ok ? { ok: true, raw: bare, address: parsed.address } : undefined;
}

/** The apostrophe before a cell that a spreadsheet would take for a formula (formats/write/formula.ts). */
const GUARD = /^'(?=[=+-])/;

/** A link to an address, as programs write it: what it shows is a name or the same address. */
function readLinked(text: string): CellPart | undefined {
  const link = readLink(text.replace(GUARD, ''));
  const target = link && readWhole(link.to);
  if (!target?.ok) return undefined;
  if (!link?.shown.includes('@')) return target;
  const shown = readWhole(link.shown);
  return shown?.ok && shown.address.address === target.address.address ? target : undefined;
}

/** `Lee, Ann <ann@x.org>`: the angle brackets tell where the address is (RFC 5322 §3.4). */
function readMarked(text: string): CellPart | undefined {
  const match = /^[^<>]*<([^<>]*)>([^<>]*)$/.exec(text);
  if (!match || !isOnlyMarks(match[2] ?? '')) return undefined;
  return readWhole((match[1] ?? '').trim());
}

/** The addresses of a piece; undefined where something of it is left over. */
function readPiece(piece: string): CellPart[] | undefined {
  const one = readWhole(piece) ?? readMarked(piece);
  if (one) return [one];
  const words = piece.split(/[ /|]+/).filter((word) => !isOnlyMarks(word));
  const parts = words.map((word) => readWhole(word) ?? readMarked(word));
  if (parts.every((part) => part !== undefined)) return parts;
  // A slip that stands alone belongs to nobody else; beside a blank it may be part of what follows.
  const [only = ''] = words;
  const isSlip = words.length === 1 && only.includes('@');
  return isSlip ? [toUnreadPart(only, findProblem(only))] : undefined;
}

function findProblem(text: string): Message {
  const parsed: ParsedAddress = parseAddress(text);
  return parsed.ok ? MORE : parsed.problem;
}

function toUnreadPart(raw: string, problem: Message): CellPart {
  return { ok: false, raw, problem };
}

function withoutRepeats(parts: readonly CellPart[]): CellPart[] {
  const byKey = new Map(parts.map((part) => [part.ok ? part.address.address : part.raw, part]));
  return [...byKey.values()];
}

/** A comma for the word between two addresses: `ann@x.org and bob@y.org`. */
function withoutAnd(text: string): string {
  return text.replace(AND, ', ');
}

/** Only behind a blank it looks back, so that a long word is not looked through from each of its characters. */
const AND = / (?<=\S@\S+ )(?:and|or|und|oder|et|ou|y|e|en|og|och|&|\+) (?=\S+@\S)/gi;

/**
 * Pieces between commas and semicolons, outside of quotation marks and angle brackets (RFC 5322 §3.4). Each
 * character is looked at once: a pattern would seek the end of each quotation mark that has none.
 */
function splitOutside(text: string): string[] {
  const pieces: string[] = [];
  let from = 0;
  let at = 0;
  let isOpen = false;
  while (at < text.length) {
    const char = text.charAt(at);
    if (SEPARATORS.includes(char)) {
      pieces.push(text.slice(from, at));
      from = at + 1;
    }
    const end: number = isOpen ? at + 1 : endOfMarked(text, at);
    // After a mark that nothing closes, marks are plain characters.
    isOpen ||= end === NEVER;
    at = isOpen ? at + 1 : end;
  }
  return [...pieces, text.slice(from)];
}

/** Full-width ones are ASCII by now; Chinese and Japanese lists have `、`, Arabic ones `،` and `؛`. */
const SEPARATORS = ',;、،؛';

const NEVER = Number.POSITIVE_INFINITY;

/** The position after the character, or after what is quoted or in brackets here. */
function endOfMarked(text: string, from: number): number {
  const char = text.charAt(from);
  if (char === '<') return behind(text, '>', from);
  if (char !== '"') return from + 1;
  for (let at = from + 1; at < text.length; at++) {
    if (text.charAt(at) === '\\') at++;
    else if (text.charAt(at) === '"') return at + 1;
  }
  return NEVER;
}

function behind(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from);
  return at === -1 ? NEVER : at + 1;
}

/** The text without what sentences and lists put around an address. */
function withoutMarks(text: string): string {
  const end = endWithoutMarks(text);
  const tail = text.slice(end);
  // A quoted local part keeps its quotation marks.
  if (/^"(?:[^"\\]|\\.)*"@/.test(text)) return text.slice(0, end);
  let start = 0;
  for (;;) {
    const char = String.fromCodePoint(text.codePointAt(start) ?? 0);
    if (start >= end || !isOpening(char, tail, text.charAt(start + 1))) break;
    start += char.length;
  }
  return text.slice(start, end);
}

function isOpening(char: string, tail: string, next: string): boolean {
  // A bullet of ASCII may begin an address as well: as a mark it has a blank behind it.
  if ('-*+#~'.includes(char)) return next === ' ';
  const partner = PARTNERS[char];
  if (partner !== undefined) return [...partner].some((each) => tail.includes(each));
  return OPENING.includes(char) || isMark(char);
}

/** Counted by hand: a pattern would try a long row of marks from each of its characters. */
function endWithoutMarks(text: string): number {
  let end = text.length;
  for (;;) {
    const char = lastChar(text, end);
    if (char === '' || !(CLOSING.includes(char) || isMark(char))) return end;
    end -= char.length;
  }
}

/** The character that ends there, of one unit or two. */
function lastChar(text: string, end: number): string {
  const isPair = /^[\udc00-\udfff]$/.test(text.charAt(end - 1)) && end > 1;
  return text.slice(Math.max(0, end - (isPair ? 2 : 1)), end);
}

/** ASCII marks that lists put around an address and that no address begins with. */
const OPENING = ' "[(<>)],:;';
/** Each may begin an address; as a mark it has a partner at the end. */
const PARTNERS: Readonly<Record<string, string>> = { "'": "'", '`': "`'", '{': '}' };
/** Characters that don't end a domain. */
const CLOSING = ' "\'`[](){}<>.,:;!?';

/**
 * Whether a character beyond ASCII is a mark where it stands at the edge of an address: quotation marks
 * of any language, brackets, dashes, bullets, arrows, ticks, and the emoji that stand for mail.
 * Other emoji may be somebody's name (RFC 6531 §3.3).
 */
function isMark(char: string): boolean {
  if (char <= '\x7f' && char.length === 1) return false;
  return MARK.test(char) || MARKING_EMOJI.test(char);
}

const MARK = /^(?:(?!\p{Extended_Pictographic})[\p{P}\p{Sm}\p{Sk}\p{So}]|[\ufe0e\ufe0f])$/u;
const MARKING_EMOJI = /^[✉📧📨📩📫📬📮📪📭💌☎📞📱➡▶◀▪▫◼◻◾◽⬛⬜🔹🔸🔵🔴⭐✅✔✖❌☑👉©®™↔↗↘]$/u;

/** True where nothing stands that an address could have lost. */
function isOnlyMarks(text: string): boolean {
  for (const char of text) {
    if (!OPENING.includes(char) && !CLOSING.includes(char) && !isMark(char)) return false;
  }
  return true;
}

/**
 * The text without the codes of HTML in it: `o&#039;neil@x.org`, `ann&#64;x.org`, `ann@x.org&nbsp;`. No
 * address has one, since `;` stands in none but within quotation marks.
 */
function decodeEntities(text: string): string {
  if (!text.includes('&') || text.includes('"@')) return text;
  // Programs that escape a text twice write `&amp;#039;`.
  return decodeOnce(decodeOnce(text));
}

function decodeOnce(text: string): string {
  return text.replace(ENTITY, (entity, hex?: string, decimal?: string, name?: string) => {
    if (name !== undefined) return NAMED[name.toLowerCase()] ?? entity;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    const isCharacter = code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
    return isCharacter ? String.fromCodePoint(code) : entity;
  });
}

const ENTITY = /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z]{2,6}));/gi;

const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  apos: "'",
  quot: '"',
  lt: '<',
  gt: '>',
  nbsp: ' ',
  commat: '@',
  period: '.',
  lowbar: '_',
  plus: '+',
  comma: ',',
  semi: ';',
  shy: '',
};

/** The text without `mailto:` or a label that programs put before an address. */
function withoutScheme(word: string): string {
  const match = SCHEME.exec(word);
  if (!match) return word;
  const scheme = match[1]?.toLowerCase() ?? '';
  const address = (match[2] ?? '').replace(/^\/\//, '');
  // Excel and Access make `http://ann@x.org` of an address: a link to a host with a user's name.
  if (scheme.startsWith('http')) return /\/./.test(address) ? word : address.replace(/\/$/, '');
  return scheme === 'mailto' ? decoded(address.split('?', 1)[0] ?? '') : address;
}

/** Schemes, and labels in front of an address: fields of a message, names of a column. */
const SCHEME =
  /^(mailto|https?|smtp|to|cc|bcc|from|reply-to|e-?mail|mail|e-?post|correo|courriel|почта|邮箱|电子邮箱|电子邮件|メール|이메일): ?(.*)$/iu;

/** RFC 6068 §2: what a mailto URI holds is percent-encoded. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** `ann%40x.org`: a piece of a URL, where nothing else can be the `@`. */
function decodePercent(text: string): string {
  return !text.includes('@') && text.split(/%40/i).length === 2 ? decoded(text) : text;
}

interface MailLink {
  readonly to: string;
  /** What a reader sees instead; empty where that is not known. */
  readonly shown: string;
}

/** What Access, Markdown, HTML, spreadsheets, chats and wikis make of a link to an address. */
function readLink(text: string): MailLink | undefined {
  if (text.startsWith('<a ') || text.startsWith('<A ')) return readAnchor(text);
  for (const pattern of LINKS) {
    const groups = pattern.exec(text)?.groups;
    if (groups) return { to: groups.to ?? '', shown: (groups.shown ?? '').trim() };
  }
  return undefined;
}

/** Each looks at a character once: no part of a pattern takes what the next one begins with. */
const LINKS: readonly RegExp[] = [
  // Access: what is shown, the target, a place in it, a tip.
  /^(?<shown>[^#]*)#(?<to>(?:mailto|https?):[^#]+)#[^#]*(?:#[^#]*)?$/i,
  // Markdown
  /^!?\[(?<shown>[^\]]*)\]\(<?(?<to>[^()<> ]+)>?(?: "[^"]*")?\)$/,
  // HYPERLINK, in whatever language the spreadsheet speaks
  /^=[\p{L}_.]+\( ?"(?<to>[^"]+)" ?(?:[,;] ?"(?<shown>[^"]*)" ?)?\)$/u,
  // Slack, MediaWiki, BBCode, and plain texts of mail programs
  /^<(?<to>mailto:[^|>]+)\|(?<shown>[^>]*)>$/i,
  /^\[(?<to>mailto:[^\] ]+) (?<shown>[^\]]*)\]$/i,
  /^\[(?:email|url)=["']?(?<to>[^\]"']+)["']?\](?<shown>[^[]*)\[\/(?:email|url)\]$/i,
  /^\[(?:email|url)\](?<to>[^[]+)\[\/(?:email|url)\]$/i,
  /^(?<shown>[^ [(][^ [(@]*@[^ [(]+) ?[[(]<?(?<to>mailto:[^\])<> ]+)>?[\])]$/i,
];

function readAnchor(text: string): MailLink | undefined {
  const end = text.indexOf('>');
  const to = /\shref ?= ?["']?([^"'\s>]+)/i.exec(text.slice(0, end + 1))?.[1];
  const shown = text.slice(end + 1).replace(/<\/a ?>$/i, '');
  return to === undefined || /[<>]/.test(shown) ? undefined : { to, shown: shown.trim() };
}
