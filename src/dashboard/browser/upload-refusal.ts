const LIST_ENDING =
  /\.(csv|tsv|tab|txt|text|list|xlsx|xlsm|xls|ods|json|jsonl|ndjson|asc|dat|log|prn|gz|gzip|zst|zstd|zip)$/i;
const NO_LIST =
  /^(image|audio|video|font)\/|\/(pdf|zip|x-zip-compressed|gzip|msword)$|wordprocessingml|presentationml/;

/** What the form says of an upload; values stand in braces. */
export interface UploadTexts {
  readonly tooLarge: string;
  readonly empty: string;
  readonly noList: string;
  readonly sending: string;
  readonly reading: string;
  readonly lost: string;
  readonly error: string;
}

interface Limits {
  readonly texts: UploadTexts;
  /** Bytes. */
  readonly most: number;
  readonly language: string;
}

/** Why a file is not sent at all. */
export function refusal(
  { name, size, type }: Pick<File, 'name' | 'size' | 'type'>,
  { texts, most, language }: Limits,
): string | undefined {
  const facts = { name, size: bytesText(size, language), most: bytesText(most, language) };
  if (size > most) return fillIn(texts.tooLarge, facts);
  if (size === 0) return fillIn(texts.empty, facts);
  if (!LIST_ENDING.test(name) && NO_LIST.test(type)) return fillIn(texts.noList, facts);
  return undefined;
}

export function fillIn(text: string, facts: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => String(facts[name] ?? ''));
}

/** In a language: `1.5 MB`. */
export function bytesText(count: number, language: string): string {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'];
  let at = 0;
  let size = count;
  for (; size >= 1000 && at < 3; at++) size /= 1000;
  const shown = at === 0 || size >= 100 ? Math.round(size) : size;
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: units[at],
    unitDisplay: 'short',
    maximumFractionDigits: 1,
  }).format(shown);
}

/** With a full stop of its script, unless the text ends in a sign of its own. */
export function sentence(text: string): string {
  if (/[.?!。]$/.test(text)) return text;
  return /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}）」]$/u.test(text) ? `${text}。` : `${text}.`;
}
