import { HEDGED, NOT_LOOKED_UP } from '../sender-reputation.ts';
import { DISABLED, NO_SUCH_USER, OVER_QUOTA } from '../words.ts';
import type { ReplyRule } from './rule.ts';

const CALLOUT_FAILED = /^callout verification failed\b/;

/** Full and disabled: quota beats 5.1.1. */
export const ON_MAILBOX_STATE: readonly ReplyRule[] = [
  {
    id: 'hedged',
    codes: /^[45]/,
    text: HEDGED,
    meaning: 'unclear',
    because: 'it says two things, or not whether: "does not exist, or you have no permission"',
  },
  {
    id: 'quota-of-all',
    codes: /^[45]/,
    text: /\b(server|domain|system|queue|spool|tenant|site|partition|cluster|mail store)('?s)? (\w+ ){0,2}(quota|storage|full|space)\b|domain (is |has )?(over|exceeded) |quota (service|server|daemon|check|lookup)|(determine|check|read|look up) (the )?quota/i,
    meaning: 'their_trouble',
    because: 'a host or a whole domain is full, not the mailbox, which nobody looked up',
  },
  {
    id: 'quota-of-nobody',
    codes: /^4/,
    enhanced: /^$/,
    text: /^(\W|sorry|error|requested (mail )?action|not taken|aborted)*quota (is )?(exceeded|reached)(\W|please|try|again|later)*$/i,
    meaning: 'their_trouble',
    because: 'a quota of whom? Policy servers for Postfix count our messages so',
  },
  {
    id: 'quota-text',
    codes: /^[45]/,
    enhanced: /^$|^[45]\.[012]\.\d+$/,
    text: OVER_QUOTA,
    meaning: 'full',
    because: 'Orange 552 5.1.1, Comcast 5.1.1 "over quota"',
  },
  {
    id: 'quota-code',
    codes: /^[45]/,
    enhanced: /^[45]\.2\.2$/,
    text: /^(?!.*\btemporary failure)/,
    meaning: 'full',
    because: 'RFC 3463 X.2.2, where the words do not name another trouble',
  },
  {
    id: 'callout-unknown',
    codes: /^550/,
    enhanced: /^(5\.1\.1)?$/,
    text: { test: (text) => CALLOUT_FAILED.test(text) && NO_SUCH_USER.test(text) },
    meaning: 'no_mailbox',
    because: 'Exim quotes the word of the host behind it; of our sender it says so in other words',
  },
  {
    id: 'not-looked-up',
    codes: /^5/,
    text: NOT_LOOKED_UP,
    meaning: 'unclear',
    because: 'a passing trouble under a lasting code: nobody looked the mailbox up',
  },
  {
    id: 'disabled-code',
    codes: /^5/,
    enhanced: /^5\.7\.13$/,
    meaning: 'disabled',
    because: 'RFC 5248 registry X.7.13: user account disabled',
  },
  {
    id: 'disabled-text',
    codes: /^5/,
    enhanced: /^$|^5\.[0125]\.\d+$/,
    text: DISABLED,
    meaning: 'disabled',
    because: 'Google 5.2.1 DisabledUser, Mail.ru, Yahoo 554.30',
  },
];
