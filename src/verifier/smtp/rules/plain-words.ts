import {
  PLAINLY_BLOCKED,
  PLAINLY_DISABLED,
  PLAINLY_DISABLED_ABROAD,
  PLAINLY_FULL,
  PLAINLY_MISSING,
  PLAINLY_RESTRICTED,
} from '../plain-words.ts';
import type { Rule } from './rule.ts';

/** Codes that hosts put on a refusal of a recipient: those of a syntax error among them. */
const REFUSED = /^(50[01]|51[01]|540|55[0-4])/;

/** Nothing but words on the mailbox: they decide, whatever code stands beside them. */
export const PLAIN_WORDS: readonly Rule[] = [
  {
    id: 'plainly-missing',
    codes: REFUSED,
    enhanced: /^$|^5\.(0\.\d+|1\.(0|1|3|4|6|10)|2\.[01]|3\.0|5\.\d+|7\.[01])$/,
    text: PLAINLY_MISSING,
    meaning: 'no_mailbox',
    because: 'it says that there is no such mailbox, and nothing of a policy, whatever the code is',
  },
  {
    id: 'plainly-disabled',
    codes: REFUSED,
    enhanced: /^$|^5\.(0\.\d+|1\.\d+|2\.[01]|3\.0|5\.\d+|7\.[01])$/,
    text: PLAINLY_DISABLED,
    meaning: 'disabled',
    because: 'it says that the mailbox is not in use, and nothing else',
  },
  {
    id: 'plainly-disabled-abroad',
    codes: REFUSED,
    enhanced: /^$|^5\.(0\.\d+|1\.\d+|2\.[01]|3\.0|5\.\d+|7\.[01])$/,
    text: PLAINLY_DISABLED_ABROAD,
    meaning: 'disabled',
    because: 'the same in other languages',
  },
  {
    id: 'plainly-blocked',
    codes: /^55/,
    enhanced: /^5\.2\.1$/,
    text: PLAINLY_BLOCKED,
    meaning: 'disabled',
    because:
      'RFC 3463 X.2.1: "blocked" is said of the mailbox there; without the code perhaps of us',
  },
  {
    id: 'plainly-restricted',
    codes: /^55/,
    enhanced: /^5\.2\.1$/,
    text: PLAINLY_RESTRICTED,
    meaning: 'disabled',
    because: 'RFC 3463 X.2.1: the mailbox takes no mail; without the code some may write to it',
  },
  {
    id: 'plainly-full',
    codes: /^(4[25]\d|50[01]|540|55[0-4])/,
    enhanced: /^$|^[45]\.(0\.\d+|1\.\d+|2\.\d+|3\.0|5\.\d+)$/,
    text: PLAINLY_FULL,
    meaning: 'full',
    because: 'it says that the mailbox is full, and nothing else',
  },
];
