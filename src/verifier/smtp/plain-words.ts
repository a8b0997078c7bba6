import { MAILBOX_NOUN } from './mailbox-nouns.ts';

/**
 * Texts that say of the mailbox what it is, and nothing else: no code beside them means anything
 * more, and no word of theirs can be about us. Matched as a whole, folded (`fold.ts`).
 */

/** No letter of any script, as `\W` would leave. */
const APART = '[^\\p{L}\\p{N}]';

/** What hosts put before the reason of a refusal. */
const FRAME = [
  'sorry|error|smtp error|failed|failure|permanent (?:failure|error)|undeliverable|rcpt to',
  'requested (?:mail )?action (?:aborted|not taken)|(?:recipient |address )+rejected',
  '(?:e-?mail|mail|message|delivery|recipient|request) (?:is |was |has been )?(?:refused|rejected|denied|failed|not delivered)',
].join('|');

const WHICH = '(?:the |this |that |such )?(?:e-?mail |mail |local |requested |specified )?';
const HERE =
  '(?: (?:here|any ?more|(?:on|at|in|by) (?:this|our|the) (?:server|system|host|domain|site|directory)))?';

function whole(...parts: readonly string[]): RegExp {
  return new RegExp(`^${APART}*(?:(?:${FRAME})${APART}+)*(?:${parts.join('|')})${APART}*$`, 'iu');
}

/** Without "invalid" and "bad", which may be said of the syntax. */
export const PLAINLY_MISSING = whole(
  `${WHICH}(?:no such|unknown|non-?existe?nt) (?:local |e-?mail |mail )?(?:${MAILBOX_NOUN})(?: (?:name|address|account))?${HERE}`,
  `${WHICH}(?:${MAILBOX_NOUN})(?: (?:address|name|account))?${APART}+(?:is |was )?(?:unknown|not found|not known|non-?existe?nt|does ?n[o']t exist|does not exist|no longer exists)${HERE}`,
  `${WHICH}(?:user|recipient) (?:is )?not a member(?: of(?: (?:this|our|the|that))?(?: (?:domain|organi[sz]ation|company|server|system))?)?`,
);

const OFF =
  'inactive|not active|suspended|disabled|de-?activated|locked|closed|not (?:been )?activated|never activated|not used|no longer (?:used|active)|unused|archived|dormant|expired|deleted|terminated';

/** Why, where that is the mailbox's own doing. */
const CAUSE =
  '(?: (?:due to|because of|for|after) (?:[a-z-]+ )?(?:abuse|inactivity|non-?payment|spamming|violations?(?: of (?:[a-z]+ ){1,4}(?:terms|policy|service))?|\\d+ (?:days|months|years)))?';

export const PLAINLY_DISABLED = whole(
  `${WHICH}(?:${MAILBOX_NOUN})(?:'?s)?(?: (?:account|mailbox|address|status))?${APART}+(?:(?:status|is|was|has|been|currently|permanently|now)${APART}+)*(?:${OFF})${CAUSE}${HERE}`,
);

export const PLAINLY_RESTRICTED = whole(
  `${WHICH}(?:${MAILBOX_NOUN}) (?:(?:is|was|has been) )?restricted${HERE}`,
);

/** A state that needs no more words. */
export const PLAINLY_FULL = whole(
  `${WHICH}(?:${MAILBOX_NOUN})(?:'?s)?(?: (?:mailbox|inbox|account))? (?:is )?(?:full|over ?quota|over (?:its |the )?(?:storage )?(?:quota|limit))`,
  `(?:not enough|no more|insufficient) (?:storage )?space (?:left )?(?:in|for|on) ${WHICH}(?:${MAILBOX_NOUN})`,
);
