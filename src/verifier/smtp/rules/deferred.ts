import type { ReplyRule } from './rule.ts';

/** What may be otherwise later. */
export const DEFERRED: readonly ReplyRule[] = [
  {
    id: 'soft-unknown',
    codes: /^4/,
    enhanced: /^4\.1\.\d+$/,
    meaning: 'soft_unknown',
    because: 'RFC 3463 X.1.x as a transient condition: nothing is proven',
  },
  {
    id: 'greylist-code',
    codes: /^45/,
    enhanced: /^4\.(2\.0|7\.1)$/,
    meaning: 'greylisted',
    because: 'Postfix policy servers and milters defer with 4.2.0 or 4.7.1',
  },
  {
    id: 'refused-for-now',
    codes: /^4/,
    enhanced: /^4\.7\.\d+$/,
    meaning: 'blocked',
    because: 'RFC 3463 X.7.x: a matter of policy or of our reputation',
  },
  {
    id: 'their-trouble',
    codes: /^4/,
    enhanced: /^4\.[34]\.\d+$/,
    meaning: 'their_trouble',
    because: 'RFC 3463 X.3 and X.4: mail system, network and routing',
  },
  {
    id: 'try-again',
    codes: /^4/,
    text: /try (again|later)|temporarily (deferred|rejected|unavailable)|come back|again later/i,
    meaning: 'greylisted',
    because: 'greylisting without its name',
  },
  { id: 'later', codes: /^4/, meaning: 'their_trouble', because: 'RFC 5321 §4.2.1' },
];
