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
    id: 'expands-to-nobody',
    codes: /^524/,
    enhanced: /^5\.2\.4$/,
    text: /^mailing list expansion problem\W*$/i,
    meaning: 'no_mailbox',
    because:
      'OpenSMTPD: the address expands to no user; no other server gives the code 524 at RCPT',
  },
  {
    id: 'not-in-their-list',
    codes: /^55[03]/,
    text: /^(sorry, this )?recipient (is )?not in (my validrcptto|route) list\W*(\(#5\.7\.1\)\W*)?$/i,
    meaning: 'no_mailbox',
    because: 'qmail with the patch validrcptto, hMailServer: the list of all recipients that exist',
  },
  {
    id: 'unknown-or-unseen',
    codes: /^550/,
    text: /^mailbox unknown\. either there is no mailbox associated with this name or you do not have authorization to see it\. user unknown\W*$/i,
    meaning: 'no_mailbox',
    because:
      'Cyrus says both of an unknown user; for a folder that may not be posted to it has 5.7.1',
  },
  {
    id: 'list-disabled',
    codes: /^550/,
    enhanced: /^$/,
    text: /^distribution list is not active\W*$/i,
    meaning: 'disabled',
    because: 'hMailServer: the address of a list that its administrator switched off',
  },
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
