/** Expressions that may take more than linear time, or of which recheck can't say how long they take. */
export interface Bounded {
  /** From `src/`. A folder ends with `/`: all expressions below it have this bound. */
  readonly file: string;
  /** How the expression, or the call that makes it, begins; absent: all of the file or folder. */
  readonly starts?: string;
  /** What bounds the text that it sees, and where. */
  readonly bound: string;
}

const REPLY = 'a reply of a mail host: KEPT in verifier/smtp/reply.ts';
const OUTCOME =
  'a reply of an outcome: MAX_TEXT_LENGTH and MAX_REPLY_LENGTH in outcomes/observed.ts';
const OWN = 'a text of our own';

export const BOUNDED: readonly Bounded[] = [
  { file: 'verifier/smtp/', bound: REPLY },
  { file: 'outcomes/local-reasons.ts', bound: OUTCOME },
  { file: 'outcomes/reply-parts.ts', bound: OUTCOME },
  {
    file: 'outcomes/mail/',
    bound: 'a line or a field of a message, which are cut where they are read',
  },
  {
    file: 'outcomes/read-source.ts',
    starts: '^(?:from|to|subject',
    bound: 'the start of a source: START_SIZE in outcomes/read-source.ts; each line is tried once',
  },
  {
    file: 'outcomes/read-source.ts',
    starts: '^>+(?=From )',
    bound: 'the body of a message: MAX_BODY in outcomes/read-source.ts; each line is tried once',
  },
  {
    file: 'address/clean-cell.ts',
    starts: ' (?<=\\S@\\S+ )',
    bound: 'only behind a blank, where it looks through the word before and the word behind',
  },
  {
    file: 'address/disposable.ts',
    starts: 'te?mp',
    bound: 'the name of a domain: MAX_LENGTH in address/domain.ts',
  },
  {
    file: 'address/no-address.ts',
    starts: '^[^\\p{L}\\p{N}]+',
    bound: 'LONGEST in address/no-address.ts is compared before',
  },
  {
    file: 'address/parse.ts',
    bound: 'MAX_LOCAL_OCTETS in address/parse.ts is compared before',
  },
  {
    file: 'address/suggest-cell.ts',
    starts: '^([^\\s.]+) ?',
    bound: 'MAX_LENGTH in address/suggest-cell.ts',
  },
  {
    file: 'formats/inspect/foreign-file.ts',
    starts: '^(?:\\xef',
    bound: 'the first bytes of a file: START_SIZE in formats/inspect/encoding.ts',
  },
  {
    file: 'outcomes/mail/mail-message.ts',
    starts: 'new RegExp(',
    bound: 'the name of an element; a closing tag that is absent is looked for once',
  },
  {
    file: 'address/domain.ts',
    starts: '^(?:[a-z0-9]',
    bound: 'MAX_LENGTH in address/domain.ts is compared before',
  },
  {
    file: 'address/domain.ts',
    starts: '^(?!.*xn--)',
    bound: 'anchored: the look ahead is tried once',
  },
  {
    file: 'address/suggest-cell.ts',
    starts: '^[\\p{L} .,',
    bound: 'MAX_LENGTH in address/suggest-cell.ts',
  },
  { file: 'cli/commands/describe.ts', starts: '\\((?!comma', bound: OWN },
  {
    file: 'cli/commands/verify/address-lines.ts',
    starts: '\\.(?!e?-?mail$)',
    bound: 'letters behind each dot, up to the next one: no character is looked at twice',
  },
  {
    file: 'cli/render/wrap.ts',
    starts: '( *)([^ ]+)',
    bound: 'trimEnd before: each run of spaces ends in a word',
  },
  {
    file: 'formats/inspect/address-like.ts',
    bound: 'MAX_LENGTH in formats/inspect/address-like.ts is compared before',
  },
  {
    file: 'formats/inspect/guess-encoding.ts',
    starts: '^(?!.*ς.)',
    bound: 'MAX_WORD_LENGTH in formats/inspect/guess-encoding.ts',
  },
  {
    file: 'formats/workbook/xlsx-book.ts',
    starts: '"[^"]*"?',
    bound: 'MAX_CODE_LENGTH in formats/workbook/xlsx-book.ts',
  },
  {
    file: 'lib/mask.ts',
    bound: 'each part begins where no other one does: behind a character that it can’t have',
  },
  { file: 'lib/wording.ts', starts: '\\B(?=(?:\\d{3})+$)', bound: 'the digits of a number' },
  {
    file: 'service/people/password.ts',
    starts: '^(?:(?:123)+',
    bound: 'MAX_PASSWORD_LENGTH in service/people/password.ts is compared before',
  },
  {
    file: 'verifier/dns/wire.ts',
    starts: '^(?=.{1,253}',
    bound: 'the look ahead of the expression itself: 253 characters',
  },
  {
    file: 'verifier/providers/provider-table.ts',
    starts: 'zoho(?:mail)?',
    bound: 'the name of a host: 253 characters (RFC 1035 §2.3.4)',
  },
  {
    file: 'lib/client-origin.ts',
    starts: 'new RegExp(`(?:^|;)',
    bound: 'a header of a request: 16 KB with all others (Node), cut at each comma',
  },
  { file: 'outcomes/reply-parts.ts', starts: 'new RegExp(`(?:^|', bound: OUTCOME },
  {
    file: 'scan/candidate.ts',
    bound: 'the bytes around one @: REACH in scan/candidate.ts',
  },
  {
    file: 'scan/judge.ts',
    bound: 'a local part or a domain: REACH in scan/candidate.ts, MAX_LENGTH in address/domain.ts',
  },
  {
    file: 'scan/look-alikes.ts',
    bound: 'the text on a side of an address: SIDE in scan/look-alikes.ts',
  },
  {
    file: 'scan/allow-list.ts',
    starts: 'new RegExp(`^${escaped',
    bound: 'an address: REACH in scan/candidate.ts; written by who writes the repository',
  },
  {
    file: 'scan/path-glob.ts',
    starts: 'new RegExp(',
    bound: 'a path; written by who writes the repository',
  },
  { file: 'formats/write/csv-line.ts', starts: 'new RegExp(', bound: 'it is about one character' },
  { file: 'cli/options/flag-variables.ts', starts: 'new RegExp(`', bound: OWN },
  {
    file: 'cli/commands/verify/explain.ts',
    starts: 'new RegExp(wholeWord',
    bound: `${REPLY}; of literal words`,
  },
  {
    file: 'verifier/providers/parse-providers.ts',
    starts: 'new RegExp(expression)',
    bound: 'written by the operator; replies and names of hosts are bounded as above',
  },
  {
    file: 'verifier/smtp/echoes.ts',
    starts: 'new RegExp(`(?<!',
    bound: `${REPLY}; of literal words`,
  },
  {
    file: 'verifier/smtp/echoes.ts',
    starts: 'new RegExp(setOff',
    bound: `${REPLY}; of literal words`,
  },
  {
    file: 'verifier/smtp/echoes.ts',
    starts: 'new RegExp(`$',
    bound: `${REPLY}; of literal words`,
  },
];
