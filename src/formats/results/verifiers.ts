import type { Reason, Verdict } from '../../contract/verdict.ts';
import type { WordMeaning } from './given-result.ts';

/** Whose results a file may hold. */
export const FOREIGN_VERIFIERS = [
  'zerobounce',
  'neverbounce',
  'bouncer',
  'kickbox',
  'emailable',
  'millionverifier',
  'clearout',
  'debounce',
  'reacher',
] as const;
/** One of `FOREIGN_VERIFIERS`. */
export type ForeignVerifier = (typeof FOREIGN_VERIFIERS)[number];

/** Whose results a file holds. */
export type ResultSource = ForeignVerifier | 'mailvet';

/**
 * The results of another verifier: the names of its columns in lower case with nothing but letters and
 * digits, and its words, in lower case with `_` for spaces and hyphens.
 */
interface VerifierFormat {
  readonly label: string;
  /** The column of the result, the first that is there. */
  readonly status: readonly string[];
  /** Columns of a broader result, for a word of `status` that is not known. */
  readonly broader?: readonly string[];
  /** Columns of finer words. */
  readonly finer: readonly string[];
  /** Columns that no list has by itself: at least one of each must be there, unless the words decide. */
  readonly marks: readonly string[];
  readonly checkedAt: readonly string[];
  readonly words: Readonly<Record<string, WordMeaning>>;
  /** A reason by a finer word, where it gives the same verdict. */
  readonly reasons: Readonly<Record<string, Reason>>;
  /** Columns of flags, and the reason of a risky result where one holds. */
  readonly flags?: Readonly<Record<string, Reason>>;
  readonly source: string;
}

const GOOD: WordMeaning = { verdict: 'deliverable', reason: 'accepted' };
const ACCEPT_ALL: WordMeaning = { verdict: 'risky', reason: 'accept_all' };
const DISPOSABLE: WordMeaning = { verdict: 'risky', reason: 'disposable' };
const ROLE: WordMeaning = { verdict: 'risky', reason: 'role' };
/** From a list of the verifier: a trap, or somebody who complains. */
const FLAGGED: WordMeaning = { verdict: 'risky', reason: 'suppressed' };
const RISKY: WordMeaning = { verdict: 'risky' };
const DEAD: WordMeaning = { verdict: 'undeliverable', reason: 'mailbox' };
const SYNTAX: WordMeaning = { verdict: 'undeliverable', reason: 'syntax' };
const UNKNOWN: WordMeaning = { verdict: 'unknown', reason: 'no_answer' };

/** Kickbox, Emailable and Bouncer have the same words. */
const FOUR_WORDS = {
  deliverable: GOOD,
  risky: RISKY,
  undeliverable: DEAD,
  unknown: UNKNOWN,
};

const REASON_WORDS: Readonly<Record<string, Reason>> = {
  accepted_email: 'accepted',
  invalid_email: 'syntax',
  invalid_domain: 'no_mx',
  invalid_smtp: 'no_mx',
  dns_error: 'no_mx',
  rejected_email: 'mailbox',
};

/** An accept-all domain is the usual cause of `low_deliverability`, and no certain one: the flags say it. */
const RISK_FLAGS: Readonly<Record<string, Reason>> = {
  acceptall: 'accept_all',
  domainacceptall: 'accept_all',
  iscatchall: 'accept_all',
  disposable: 'disposable',
  domaindisposable: 'disposable',
  role: 'role',
  accountrole: 'role',
};

export const VERIFIER_FORMATS: Readonly<Record<ForeignVerifier, VerifierFormat>> = {
  zerobounce: {
    label: 'ZeroBounce',
    status: ['zbstatus', 'status'],
    finer: ['zbsubstatus', 'substatus'],
    marks: ['zbstatus', 'zbsubstatus', 'didyoumean', 'mxfound', 'processedat', 'smtpprovider'],
    checkedAt: ['zbprocessedat', 'processedat'],
    words: {
      valid: GOOD,
      invalid: DEAD,
      catch_all: ACCEPT_ALL,
      unknown: UNKNOWN,
      spamtrap: FLAGGED,
      abuse: FLAGGED,
      do_not_mail: FLAGGED,
    },
    reasons: {
      failed_syntax_check: 'syntax',
      possible_typo: 'syntax',
      no_dns_entries: 'no_mx',
      does_not_accept_mail: 'no_mx',
      unroutable_ip_address: 'no_mx',
      disposable: 'disposable',
      role_based: 'role',
      role_based_accept_all: 'role',
      role_based_catch_all: 'role',
    },
    source: 'https://www.zerobounce.net/docs/email-validation-api-quickstart/v2-status-codes',
  },
  neverbounce: {
    label: 'NeverBounce',
    status: ['emailstatus', 'neverbouncestatus', 'nbstatus', 'verificationresult', 'result'],
    finer: [],
    marks: ['emailstatus', 'neverbouncestatus', 'verificationresult', 'suggestedcorrection'],
    checkedAt: [],
    words: {
      valid: GOOD,
      invalid: DEAD,
      disposable: DISPOSABLE,
      catchall: ACCEPT_ALL,
      catch_all: ACCEPT_ALL,
      accept_all: ACCEPT_ALL,
      accept_all_unverifiable: ACCEPT_ALL,
      unknown: UNKNOWN,
    },
    reasons: {},
    source: 'https://developers.neverbounce.com/docs/result-codes',
  },
  bouncer: {
    label: 'Bouncer',
    status: ['status'],
    finer: ['reason'],
    marks: ['toxic', 'toxicity', 'domainacceptall', 'accountfullmailbox', 'dnstype'],
    checkedAt: [],
    words: FOUR_WORDS,
    reasons: REASON_WORDS,
    flags: RISK_FLAGS,
    source: 'https://docs.usebouncer.com/',
  },
  kickbox: {
    label: 'Kickbox',
    status: ['kickboxresult', 'result'],
    finer: ['kickboxreason', 'reason'],
    marks: ['sendex', 'kickboxresult', 'kickboxsendex'],
    checkedAt: [],
    words: FOUR_WORDS,
    reasons: REASON_WORDS,
    flags: RISK_FLAGS,
    source: 'https://docs.kickbox.com/docs/terminology',
  },
  emailable: {
    label: 'Emailable',
    status: ['state'],
    finer: ['reason'],
    marks: ['state', 'mailboxfull', 'noreply', 'smtpprovider'],
    checkedAt: [],
    words: { ...FOUR_WORDS, duplicate: UNKNOWN },
    reasons: REASON_WORDS,
    flags: RISK_FLAGS,
    source: 'https://emailable.com/docs/api/',
  },
  millionverifier: {
    label: 'MillionVerifier',
    status: ['result'],
    finer: ['subresult'],
    marks: ['quality', 'resultcode', 'subresult'],
    checkedAt: [],
    words: {
      ok: GOOD,
      catch_all: ACCEPT_ALL,
      unknown: UNKNOWN,
      error: UNKNOWN,
      disposable: DISPOSABLE,
      invalid: DEAD,
    },
    reasons: {},
    source: 'https://help.millionverifier.com/email-verification/email-verification-results',
  },
  clearout: {
    label: 'Clearout',
    status: ['clearoutstatus', 'clearoutverificationstatus', 'verificationstatus', 'status'],
    finer: ['substatus', 'substatusdesc', 'disposable', 'role'],
    marks: ['safetosend', 'clearoutstatus', 'verifiedon', 'gibberish', 'aiverdict', 'bouncetype'],
    checkedAt: ['verifiedon', 'clearoutverifiedon'],
    words: { valid: GOOD, invalid: DEAD, catch_all: ACCEPT_ALL, unknown: UNKNOWN },
    reasons: { invalid_syntax: 'syntax', syntax_error: 'syntax', mailbox_not_found: 'mailbox' },
    source: 'https://docs.clearout.io/email-verifier/overview',
  },
  debounce: {
    label: 'DeBounce',
    status: [
      'debouncereason',
      'reason',
      'debouncestatus',
      'debounceresult',
      'result',
      'debouncecode',
      'code',
    ],
    broader: ['debounceresult', 'result', 'debouncecode', 'code'],
    finer: [],
    marks: ['sendtransactional', 'debounceresult', 'debouncereason', 'debouncecode', 'result'],
    checkedAt: [],
    words: {
      deliverable: GOOD,
      safe_to_send: GOOD,
      safe: GOOD,
      'deliverable,_role': ROLE,
      role: ROLE,
      accept_all: ACCEPT_ALL,
      'accept_all,_role': ACCEPT_ALL,
      catch_all: ACCEPT_ALL,
      'catch_all,_role': ACCEPT_ALL,
      disposable: DISPOSABLE,
      'disposable,_role': DISPOSABLE,
      temp: DISPOSABLE,
      spam_trap: FLAGGED,
      spamtrap: FLAGGED,
      trap: FLAGGED,
      syntax: SYNTAX,
      invalid: DEAD,
      'invalid,_role': DEAD,
      undeliverable: DEAD,
      bounce: DEAD,
      'bounce,_role': DEAD,
      unknown: UNKNOWN,
      'unknown,_role': UNKNOWN,
      risky: RISKY,
      1: SYNTAX,
      2: FLAGGED,
      3: DISPOSABLE,
      4: ACCEPT_ALL,
      5: GOOD,
      6: DEAD,
      7: UNKNOWN,
      8: ROLE,
    },
    reasons: {},
    source: 'https://help.debounce.io/kb/understanding-results/result-codes/',
  },
  reacher: {
    label: 'Reacher',
    status: ['isreachable'],
    finer: [],
    marks: ['isreachable'],
    checkedAt: ['debugendtime'],
    words: { safe: GOOD, risky: RISKY, invalid: DEAD, unknown: UNKNOWN },
    reasons: {},
    flags: {
      miscisdisposable: 'disposable',
      miscisroleaccount: 'role',
      smtpiscatchall: 'accept_all',
      smtphasfullinbox: 'mailbox',
    },
    source: 'https://docs.reacher.email/advanced/openapi',
  },
};

/** A reason decides no other verdict than the word: `role_based` of a valid address stays deliverable. */
export const REASONS_OF: Readonly<Record<Verdict, ReadonlySet<Reason>>> = {
  deliverable: new Set(['accepted']),
  risky: new Set(['accept_all', 'disposable', 'role', 'suppressed']),
  undeliverable: new Set(['syntax', 'no_mx', 'mailbox']),
  unknown: new Set(['no_answer', 'not_probed', 'error', 'incomplete']),
};
