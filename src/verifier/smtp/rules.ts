import { BEFORE_RCPT } from './rules/before-rcpt.ts';
import { DEFERRED } from './rules/deferred.ts';
import { ON_INACTIVITY } from './rules/on-inactivity.ts';
import { ON_MAILBOX_STATE } from './rules/on-mailbox-state.ts';
import { ON_SENDER } from './rules/on-sender.ts';
import { ON_SESSION } from './rules/on-session.ts';
import { PLAIN_WORDS } from './rules/plain-words.ts';
import { REFUSED } from './rules/refused.ts';
import type { ReplyRule } from './rules/rule.ts';

/**
 * What replies mean, decided by the first rule that fits. The order is the knowledge: first where
 * in the conversation, then who is meant (a session's limit, us, the relay), then the mailbox by
 * enhanced code, by the words of a known provider, by words, and by the bare code last. A wrong
 * "no such mailbox" costs a person their mail, a wrong "not known" costs one more question: where
 * replies are ambiguous, they are classified as not known.
 */
export const RULES: readonly ReplyRule[] = [
  ...BEFORE_RCPT,
  ...ON_SESSION,
  ...ON_INACTIVITY,
  ...PLAIN_WORDS,
  ...ON_SENDER,
  ...ON_MAILBOX_STATE,
  ...DEFERRED,
  ...REFUSED,
];
