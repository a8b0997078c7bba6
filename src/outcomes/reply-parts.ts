/** The parts of a reply. */
export interface ReplyParts {
  readonly code: number | null;
  readonly status: string | null;
  /** The words without codes. */
  readonly words: string;
}

const CODES = /^\s*(?:smtp;\s*)?([2-5]\d\d)(?:[ -]+|$)(?:#?([245]\.\d{1,3}\.\d{1,3})(?![\d.]))?/i;
const STATUS_ALONE = /^\s*(?:smtp;\s*)?(?:\(?#)?([245]\.\d{1,3}\.\d{1,3})(?![\d.])\)?/i;
const ANY_STATUS = /(?<![\d.])([45]\.\d{1,3}\.\d{1,3})(?![\d.])/;

/** Cuts `550 5.1.1 User unknown` or `5.1.1 User unknown` into its parts. */
export function parseReply(reply: string | null): ReplyParts {
  const text = reply ?? '';
  const coded = CODES.exec(text);
  if (coded) {
    const [whole, code, status] = coded;
    const words = withoutRepeated(text.slice(whole.length), code ?? '');
    return { code: Number(code), status: status ?? null, words };
  }
  const [whole, status] = STATUS_ALONE.exec(text) ?? [''];
  const words = text.slice(whole.length).trim();
  return { code: null, status: status ?? ANY_STATUS.exec(text)?.[1] ?? null, words };
}

/** The lines of a reply, joined, each begin with its codes again: `550-5.1.1 first 550 5.1.1 last`. */
function withoutRepeated(words: string, code: string): string {
  const repeated = new RegExp(`(?:^|\\s)${code}[ -](?:#?[245]\\.\\d{1,3}\\.\\d{1,3}\\s)?`, 'g');
  return words.replace(repeated, ' ').replace(/\s+/g, ' ').trim();
}
