import { randomBytes, scrypt } from 'node:crypto';
import { type Message, message } from '../../i18n/message.ts';
import { FairQueue, type Turn } from '../../lib/fair-queue.ts';
import { PeopleError } from '../service-error.ts';

/** Hashes passwords into `scrypt:<log2 N>:<r>:<p>:<salt>:<hash>`. */
export interface PasswordHasher {
  /** Hashes with a new salt, or with the salt and cost of the hash `like`. Rejects with `busy`. */
  hash(password: string, like?: string, wait?: HashWait): Promise<string>;
  /** A hash that matches no password, so that unknown addresses take the same time. */
  readonly decoy: string;
}

/** How a hash waits for its turn; by default with the trust of a secret link. */
interface HashWait {
  readonly turn: Turn;
  /** Called when the turn has come; an error that it throws ends the turn. */
  readonly onTurn?: () => void;
}

interface ScryptCost {
  readonly log2N: number;
  readonly r: number;
  readonly p: number;
}

/** OWASP Password Storage Cheat Sheet: N=2^17, r=8, p=1, which takes 128 MiB. */
export const OWASP_COST: ScryptCost = { log2N: 17, r: 8, p: 1 };

/** Two at a time: each takes 128 MiB, and anybody may try to sign in. */
const BOUNDS = { running: 2, waitingOfKey: 10, waiting: 200 };
const BEHIND_LINK: HashWait = { turn: { key: 'link', isTrusted: true } };
const RETRY_AFTER_MS = 5_000;
const SALT_BYTES = 16;
const HASH_BYTES = 32;

/** Creates the password hasher of a process. */
export function scryptHasher(cost: ScryptCost = OWASP_COST): PasswordHasher {
  const queue = new FairQueue(BOUNDS);
  const fresh = () => toPrefix(cost, randomBytes(SALT_BYTES));
  return {
    async hash(password, like, { turn, onTurn } = BEHIND_LINK) {
      const prefix = like === undefined ? fresh() : saltedPart(like);
      if (!(await queue.enter(turn))) throw busy();
      try {
        onTurn?.();
        return `${prefix}:${(await derive(password, prefix)).toString('base64url')}`;
      } finally {
        queue.leave(turn.key);
      }
    },
    decoy: `${fresh()}:`,
  };
}

function toPrefix({ log2N, r, p }: ScryptCost, salt: Buffer): string {
  return ['scrypt', log2N, r, p, salt.toString('base64url')].join(':');
}

/** Salt and cost of a hash: one computation checks a password against all hashes that share them. */
export function saltedPart(hash: string): string {
  return hash.slice(0, hash.lastIndexOf(':'));
}

function derive(password: string, prefix: string): Promise<Buffer> {
  const [, log2N = '', r = '', p = '', salt = ''] = prefix.split(':');
  const cost = { N: 2 ** Number(log2N), r: Number(r), p: Number(p) };
  const maxmem = 2 * 128 * cost.N * cost.r;
  return new Promise((resolve, reject) => {
    // NFKC: a password typed on another keyboard is the same text (NIST SP 800-63B §5.1.1.2).
    const text = password.normalize('NFKC');
    scrypt(text, Buffer.from(salt, 'base64url'), HASH_BYTES, { ...cost, maxmem }, (error, hash) =>
      error ? reject(error) : resolve(hash),
    );
  });
}

/** In characters. */
export const MIN_PASSWORD_LENGTH = 12;
/** Long enough for any phrase; bounds the text that a stranger can have hashed. */
const MAX_PASSWORD_LENGTH = 128;
const MIN_DISTINCT_CHARACTERS = 5;

/** Passwords that are mostly a well-known word, padded to twelve characters. */
const WELL_KNOWN =
  /^(?:(?:123)+|(?:abc)+|(?:qwertz?u?i?o?p?)+|(?:password|passwort|letmein|welcome|iloveyou|mailvet|admin(?:istrator)?)+)[\d\W_]*$/i;

/** Checks length rather than character classes (OWASP, NIST). Throws `refused`. */
export function checkPassword(password: string, email: string): void {
  const length = [...password].length;
  if (length < MIN_PASSWORD_LENGTH) {
    throw refused(message('errorTexts.password_short', { least: MIN_PASSWORD_LENGTH }));
  }
  if (length > MAX_PASSWORD_LENGTH) {
    throw refused(message('errorTexts.password_long', { most: MAX_PASSWORD_LENGTH }));
  }
  const plain = password.toLowerCase();
  const guessable =
    new Set(plain).size < MIN_DISTINCT_CHARACTERS ||
    WELL_KNOWN.test(plain) ||
    plain.includes(email);
  if (guessable) throw refused(message('errorTexts.password_guessable'));
}

function busy(): PeopleError {
  return new PeopleError('busy', message('errorTexts.sign_ins_busy'), {
    retryAfterMs: RETRY_AFTER_MS,
  });
}

function refused(said: Message): PeopleError {
  return new PeopleError('refused', said);
}
