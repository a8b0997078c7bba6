/** What became of a message that was sent to an address. */
export const OUTCOMES = [
  'delivered',
  'no_mailbox',
  'full',
  'disabled',
  'blocked',
  'deferred',
  'complaint',
  'undecided',
] as const;
/** One of `OUTCOMES`. */
export type OutcomeKind = (typeof OUTCOMES)[number];

/** What became of one message to one address; null: the source does not say. */
export interface Outcome {
  readonly email: string | null;
  readonly outcome: OutcomeKind;
  /** SMTP reply code: 550. */
  readonly code: number | null;
  /** Enhanced status code (RFC 3463), or the class that an export gives in place of a reply: `hard`. */
  readonly status: string | null;
  /** The host that replied. */
  readonly host: string | null;
  readonly reply: string | null;
  /** ISO 8601 (UTC). */
  readonly at: string | null;
  /** Path, with the number of the message or line. */
  readonly source: string | null;
  /** True: nothing shows that it is about a message of ours, so it proves nothing of the mailbox. */
  readonly hint?: boolean | null | undefined;
}

/** In characters: longer ones are no status and no host. */
export const MAX_STATUS_LENGTH = 64;
export const MAX_HOST_LENGTH = 255;
/** Characters of a reply or a source. */
export const MAX_OUTCOME_TEXT = 2000;

const CONTROLS = /[\x00-\x1f\x7f-\x9f]+/g;

/**
 * An outcome as the interface takes it, whatever the source has in its fields: texts are on one line and cut, what
 * can be no status or host is left out.
 */
export function fitOutcome<Given extends Pick<Outcome, 'status' | 'host' | 'reply' | 'source'>>(
  given: Given,
): Given {
  return {
    ...given,
    status: wordWithin(given.status, MAX_STATUS_LENGTH),
    host: wordWithin(given.host, MAX_HOST_LENGTH),
    reply: lineWithin(given.reply),
    source: lineWithin(given.source),
  };
}

function wordWithin(text: string | null, length: number): string | null {
  const line = text === null || text.length > length ? '' : oneLine(text);
  return line === '' ? null : line;
}

function lineWithin(text: string | null): string | null {
  return text && oneLine(text.slice(0, MAX_OUTCOME_TEXT));
}

function oneLine(text: string): string {
  return text.replace(CONTROLS, ' ').trim();
}

/** Classes of exports that say that the address is given up. */
const HARD_CLASS =
  /^(?:hard|hard[ _-]?bounce[sd]?|cleaned|permanent|permanent[ _-]?fail(?:ure|ed)?|bademailaddress|invalid(?:[ _-]?e?mail)?|bounced)$/i;

/** Whether an outcome says that there is a mailbox, or none, if it can be believed. */
export function provesMailbox({ outcome, status }: Pick<Outcome, 'outcome' | 'status'>): boolean {
  const said = outcome === 'no_mailbox' || outcome === 'disabled' || outcome === 'delivered';
  return said || isHardByClass({ outcome, status });
}

/** No reply says why, but the provider calls it hard: the address counts as gone. */
export function isHardByClass({ outcome, status }: Pick<Outcome, 'outcome' | 'status'>): boolean {
  return outcome === 'undecided' && HARD_CLASS.test(status ?? '');
}

/** What a summary counts: an outcome that is undecided by its reply may be a hard bounce by its provider. */
export type OutcomeWord = OutcomeKind | 'hard';

export function outcomeWord(of: Pick<Outcome, 'outcome' | 'status'>): OutcomeWord {
  return isHardByClass(of) ? 'hard' : of.outcome;
}
