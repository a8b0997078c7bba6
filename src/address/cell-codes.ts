/**
 * The text without the codes of HTML in it: `o&#039;neil@x.org`, `ann&#64;x.org`, `ann@x.org&nbsp;`. No
 * address has one, since `;` stands in none but within quotation marks.
 */
export function decodeEntities(text: string): string {
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
export function withoutScheme(word: string): string {
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
export function decodePercent(text: string): string {
  return !text.includes('@') && text.split(/%40/i).length === 2 ? decoded(text) : text;
}

interface Link {
  readonly to: string;
  /** What a reader sees instead; empty where that is not known. */
  readonly shown: string;
}

/** What Access, Markdown, HTML, spreadsheets, chats and wikis make of a link to an address. */
export function readLink(text: string): Link | undefined {
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

function readAnchor(text: string): Link | undefined {
  const end = text.indexOf('>');
  const to = /\shref ?= ?["']?([^"'\s>]+)/i.exec(text.slice(0, end + 1))?.[1];
  const shown = text.slice(end + 1).replace(/<\/a ?>$/i, '');
  return to === undefined || /[<>]/.test(shown) ? undefined : { to, shown: shown.trim() };
}
