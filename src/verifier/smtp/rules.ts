import type { Meaning, Stage } from './meaning.ts';
import {
  BARE_FRAME,
  DISABLED,
  DISABLED_STATES,
  DOMAIN_UNKNOWN,
  NO_SUCH_USER,
  OVER_QUOTA,
} from './words.ts';
import {
  ABOUT_US,
  HEDGED,
  NOT_LOOKED_UP,
  OUR_SENDER,
  REFUSAL,
  REFUSAL_BESIDE_CODE,
} from './words-on-us.ts';

/** Every given pattern has to fit. Texts come without echoed addresses, on one line. */
export interface Rule {
  readonly id: string;
  /** `rcpt` unless given. */
  readonly stage?: Stage | 'before_rcpt' | 'any';
  readonly codes?: RegExp;
  /** The enhanced code, empty where there is none. */
  readonly enhanced?: RegExp;
  readonly text?: RegExp;
  readonly host?: RegExp;
  readonly meaning: Meaning;
  readonly because: string;
}

/** In characters. What goes on for longer was not written for people. */
export const LONGEST_TEXT = 8000;

/**
 * What replies mean, decided by the first rule that fits. The order is the knowledge: first where
 * in the conversation, then who is meant (a session's limit, us, the relay), then the mailbox by
 * enhanced code, by the words of a known provider, by words, and by the bare code last. A wrong
 * "no such mailbox" costs a person their mail, a wrong "not known" costs one more question: where
 * replies are ambiguous, they are told as not known.
 */
export const RULES: readonly Rule[] = [
  // Before RCPT: about us or the host, whatever it says.
  {
    id: 'tls-required',
    stage: 'any',
    codes: /^[45]/,
    text: /starttls|(tls|encrypt\w*|secure connection)( \w+){0,3} (required|needed|mandatory)|(require\w*|must use|needs?)( \w+){0,3} (tls|encryption)/i,
    meaning: 'needs_tls',
    because: 'RFC 3207 §4: a host may ask for STARTTLS before anything else',
  },
  {
    id: 'tls-required-530',
    stage: 'any',
    codes: /^530/,
    enhanced: /^(5\.7\.0)?$/,
    meaning: 'needs_tls',
    because: 'RFC 3207 §4: 530 is the reply for it; where AUTH is meant, TLS comes first as well',
  },
  {
    id: 'no-mail-domain-early',
    stage: 'before_rcpt',
    codes: /^(521|556)/,
    enhanced: /^5\.1\.10$/,
    meaning: 'no_mail_domain',
    because: 'RFC 7505 §4.1',
  },
  {
    id: 'closing-early',
    stage: 'before_rcpt',
    codes: /^421/,
    meaning: 'closing',
    because: 'RFC 5321 §4.2.3: their load, or our rate',
  },
  {
    id: 'sender-refused-mail',
    stage: 'mail',
    enhanced: /^[45]\.1\.[78]$|^5\.7\.27$/,
    meaning: 'sender_refused',
    because: 'RFC 3463 X.1.7 and X.1.8, RFC 7505 §4.2: the sender address',
  },
  {
    id: 'sender-text-mail',
    stage: 'mail',
    codes: /^5/,
    text: OUR_SENDER,
    meaning: 'sender_refused',
    because: 'the same in words; a block list is not beaten by another sender, and has other words',
  },
  {
    id: 'blocked-early',
    stage: 'before_rcpt',
    codes: /^[45]/,
    text: ABOUT_US,
    meaning: 'blocked',
    because: 'block lists are applied at the connection, at HELO or at MAIL',
  },
  {
    id: 'blocked-greeting',
    stage: 'greeting',
    codes: /^5/,
    meaning: 'blocked',
    because: 'RFC 5321 §3.1: a 554 greeting refuses this client',
  },
  {
    id: 'later-early',
    stage: 'before_rcpt',
    codes: /^4/,
    meaning: 'their_trouble',
    because: 'RFC 5321 §4.2.1: a transient condition before anybody was named',
  },
  {
    id: 'sender-refused-mail-bare',
    stage: 'mail',
    codes: /^5/,
    meaning: 'sender_refused',
    because: 'some hosts refuse the empty sender, against RFC 5321 §6.1',
  },
  { id: 'early', stage: 'before_rcpt', meaning: 'unclear', because: 'no recipient was named yet' },

  // RCPT: accepted.
  { id: 'accepted', codes: /^25[01]/, meaning: 'accepted', because: 'RFC 5321 §4.3.2' },
  { id: 'cannot-verify', codes: /^252/, meaning: 'cannot_say', because: 'RFC 5321 §3.5.3' },

  {
    id: 'too-long',
    codes: /^5/,
    text: new RegExp(`^.{${LONGEST_TEXT}}`, 's'),
    meaning: 'unclear',
    because: 'the text is cut there, and what follows could take back what stands before',
  },

  // The session's limits.
  {
    id: 'harvest-limit',
    text: /too many (\w+ )?(invalid|unknown|bad|failed|nonexistent|wrong|rejected|errors?)\b/i,
    meaning: 'harvest_limit',
    because: 'after many unknown recipients hosts refuse everything: what follows is void',
  },
  {
    id: 'verification-in-progress',
    codes: /^4/,
    text: /unverified address|verification in progress/i,
    meaning: 'soft_unknown',
    because: 'Postfix reject_unverified_recipient asks the next hop first',
  },
  {
    id: 'closing',
    codes: /^421/,
    meaning: 'closing',
    because: 'RFC 5321 §4.2.3: the channel closes, whatever the recipient is',
  },
  {
    id: 'rate-of-recipient',
    text: /rate that prevents|receiv\w+ (\w+ ){0,2}too (quickly|fast|many)|too many recent messages|recipient thread limit|recipient has exceeded (message rate limit|their limit for the number)|limit for the number of messages they can send to this recipient/i,
    meaning: 'busy',
    because:
      'Google 4.2.1 and 5.2.1, Yahoo, Yandex, Outlook 5.2.12x and its thread limit: the mailbox exists and gets much mail',
  },
  {
    id: 'session-limit',
    codes: /^4|^552/,
    enhanced: /^[45]\.5\.3$/,
    meaning: 'session_limit',
    because:
      'RFC 5321 §4.5.3.1.10: too many recipients, to be treated as transient; not a full mailbox',
  },
  {
    id: 'session-limit-text',
    text: /too many (recipients|rcpts?)|multiple regions|(recipients?|messages?) (per|in this) (message|session|connection)|recipient limit/i,
    meaning: 'session_limit',
    because: 'Outlook.com 452 4.5.3 and its likes without the code',
  },

  // Greylisting by its name, before words of policy: hosts call it a policy too.
  {
    id: 'greylist-text',
    codes: /^[45]/,
    text: /gr[ae]y.?list/i,
    meaning: 'greylisted',
    because: 'RFC 6647 §2; SmarterMail says so with a 550',
  },

  // Our sender.
  {
    id: 'sender-code',
    enhanced: /^[45]\.1\.[78]$|^5\.7\.27$/,
    meaning: 'sender_refused',
    because: 'RFC 3463 X.1.7 and X.1.8, RFC 7505 §4.2',
  },
  {
    id: 'sender-text',
    codes: /^[45]/,
    text: OUR_SENDER,
    meaning: 'sender_refused',
    because: 'the sender is judged at RCPT by hosts that delay their refusals (Postfix)',
  },

  // Providers whose word for a missing mailbox looks like a refusal of us. Only on their own hosts.
  {
    id: 'microsoft-365-unknown',
    codes: /^550/,
    enhanced: /^5\.4\.1$/,
    text: /recipient address(es)? rejected\W+access denied/i,
    host: /\.(protection\.outlook\.com|mx\.microsoft)$/i,
    meaning: 'no_mailbox',
    because: 'Microsoft 365, directory-based edge blocking: no such recipient',
  },
  {
    id: 'yandex-unknown',
    codes: /^550/,
    enhanced: /^5\.7\.1$/,
    text: /^no such user!?( [\w-]+)?$/i,
    host: /\.yandex\.(net|ru)$/i,
    meaning: 'no_mailbox',
    because: 'Yandex says 5.7.1 for an unknown user, and the number of the session behind it',
  },
  {
    id: 'proofpoint-essentials-unknown',
    codes: /^550/,
    text: /user email address is marked as invalid/i,
    host: /\.(ppe-hosted|pphosted)\.com$/i,
    meaning: 'no_mailbox',
    because: 'Proofpoint Essentials, SMTP discovery',
  },
  {
    id: 'mail-ru-disabled',
    codes: /^550/,
    text: /invalid mailbox.{0,80}(disabled|inactive|blocked|terminated|suspended|frozen)/i,
    host: /\.mail\.ru$/i,
    meaning: 'disabled',
    because:
      'Mail.ru "Message was not accepted -- invalid mailbox" is about the mailbox, not the message',
  },
  {
    id: 'mail-ru-unknown',
    codes: /^550/,
    text: /invalid mailbox/i,
    host: /\.mail\.ru$/i,
    meaning: 'no_mailbox',
    because: 'the same words with "user not found"',
  },
  {
    id: 'mail-ru-full',
    codes: /^[45]/,
    text: OVER_QUOTA,
    host: /\.mail\.ru$/i,
    meaning: 'full',
    because: 'the same words with "mailbox quota exceeded"',
  },
  {
    id: 'trend-micro-unknown',
    codes: /^55\d/,
    text: /recipient address rejected: invalid-recipient/i,
    host: /\.trendmicro\.(com|eu)$/i,
    meaning: 'no_mailbox',
    because: 'Trend Micro Email Security, 5.7.1 for an address that its directory has not got',
  },
  {
    id: 'zerospam-unknown',
    codes: /^55\d/,
    text: /not in recipient list/i,
    host: /\.zerospam\.ca$/i,
    meaning: 'no_mailbox',
    because: 'ZeroSpam, 5.7.1 for an address that its directory has not got',
  },
  {
    id: 'carrier-unknown',
    codes: /^550/,
    text: /unknown user|user unknown/i,
    host: /\.(docomo|ezweb)\.ne\.jp$|(^|\.)au\.com$/i,
    meaning: 'unclear',
    because:
      'docomo and au answer so for a user who filters us as well as for one who does not exist',
  },
  {
    id: 'rambler-disabled',
    codes: /^5/,
    text: /recipient address rejected: (inactive|blocked)/i,
    host: /\.rambler\.ru$/i,
    meaning: 'disabled',
    because: 'Rambler 540 5.7.1',
  },
  {
    id: 'inactivity',
    codes: /^5/,
    enhanced: /^5\.2\.1$/,
    text: /(due to|because of|for|after) inactivity|^(the |this )?(mailbox|account) (is|was|has been) (blocked|disabled|inactive)\W*$/i,
    meaning: 'disabled',
    because:
      'Free "blocked due to inactivity", Yandex "Mailbox is blocked": the mailbox, although it says blocked',
  },

  // A relay, or us.
  {
    id: 'relay',
    codes: /^[45]/,
    text: /relay(ing)?( access| is| not)? (denied|disallowed|prohibited|not (permitted|allowed))|relaying|rcpthosts|as a relay|open relay|not (permitted|allowed) to relay|we do not relay|unable to relay/i,
    meaning: 'relay_denied',
    because: 'the host does not serve the domain: its MX record is wrong, the mailbox is not known',
  },
  {
    id: 'their-queue',
    codes: /^4/,
    text: /organi[sz]ation queue quota|system (storage|resources)|disk(?! quota)/i,
    meaning: 'their_trouble',
    because: 'Outlook 4.7.3: a quota of their queue, not of the mailbox',
  },
  {
    id: 'relayed-from',
    codes: /^550/,
    text: /relay=\[/i,
    meaning: 'blocked',
    because: 'AT&T 5.2.1 "Addressee unknown, relay=[…]" answers a client that it does not like',
  },
  {
    id: 'about-us',
    codes: /^[45]/,
    text: ABOUT_US,
    meaning: 'blocked',
    because: 'the words are about the client, its fame or its message',
  },

  // Full and disabled: quota beats 5.1.1.
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
    meaning: 'full',
    because: 'RFC 3463 X.2.2',
  },
  {
    id: 'callout-unknown',
    codes: /^550/,
    enhanced: /^(5\.1\.1)?$/,
    text: new RegExp(`^callout verification failed\\b.{0,80}(${NO_SUCH_USER.source})`, 'iu'),
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

  // Deferred.
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
    because: 'RFC 3463 X.7.x: a matter of policy or of our fame',
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

  // Refused for good.
  {
    id: 'no-mail-domain',
    codes: /^(521|556)/,
    enhanced: /^5\.1\.10$/,
    meaning: 'no_mail_domain',
    because: 'RFC 7505 §4.1: a null MX',
  },
  {
    id: 'no-mail-domain-bare',
    codes: /^556/,
    enhanced: /^$/,
    meaning: 'no_mail_domain',
    because: 'RFC 7504 §4: the domain takes no mail',
  },
  {
    id: 'no-mail-host',
    codes: /^521/,
    enhanced: /^$/,
    text: /(does not|doesn.t|will not|never) accepts? (any )?(e-?)?mail\b|(accepts|takes|has) no (e-?)?mail|no mail (is )?accepted/i,
    meaning: 'no_mail_domain',
    because: 'RFC 7504 §3, in its words: AOL says 521 to hosts that it blocks',
  },
  {
    id: 'said-in-postfix-frame',
    codes: /^55[04]/,
    enhanced: /^5\.7\.[01]$/,
    text: /^\W*recipient address rejected\W+(this |the |that )?(mailbox|account|address|user|person|recipient|employee)( \w+){0,2} (removed|deleted|no longer (works|exists|employed|with us|here|valid|in use)|has left)\b/i,
    meaning: 'no_mailbox',
    because: "an access table of Postfix says 5.7.1 whatever its writer's words are",
  },
  {
    id: 'disabled-in-postfix-frame',
    codes: /^55[04]/,
    enhanced: /^5\.7\.[01]$/,
    text: new RegExp(
      `^\\W*recipient address rejected\\W+(this |the )?(mailbox|account|user)( \\w+){0,2} ${DISABLED_STATES}`,
      'iu',
    ),
    meaning: 'disabled',
    because: 'the same',
  },
  {
    id: 'full-in-postfix-frame',
    codes: /^55[024]/,
    enhanced: /^5\.7\.[01]$/,
    text: /^\W*recipient address rejected\W+(this |the )?(mailbox|inbox|user)( \w+){0,2} (over ?quota|full)\b/i,
    meaning: 'full',
    because: 'the same; a bare "quota exceeded" there is the quota of a policy server, and ours',
  },
  {
    id: 'protocol',
    codes: /^50\d|^555/,
    meaning: 'protocol_error',
    because: 'RFC 5321 §4.2.2: the command was not understood; a fault of ours, not of the mailbox',
  },
  {
    id: 'policy-code',
    codes: /^5/,
    enhanced: /^5\.7\.\d+$/,
    meaning: 'blocked',
    because: 'RFC 3463 X.7.x: refused, which is not "does not exist"',
  },
  {
    id: 'null-mx',
    codes: /^5/,
    enhanced: /^5\.1\.10$/,
    text: /null ?mx|(does not|doesn.t) accept (any )?(e-?)?mail\b|accepts no (e-?)?mail/i,
    meaning: 'no_mail_domain',
    because: "RFC 7505 §4.1; elsewhere 5.1.10 is Microsoft's code for a missing recipient",
  },
  {
    id: 'domain-unknown',
    codes: /^5/,
    text: DOMAIN_UNKNOWN,
    meaning: 'unclear',
    because: 'RFC 3463 X.1.2: it is the domain that they do not know, whatever the code',
  },
  {
    id: 'user-elsewhere',
    codes: /^551/,
    text: /not local|please try|forward/i,
    meaning: 'relay_denied',
    because: 'RFC 5321 §3.4: the user is known, and lives elsewhere',
  },
  {
    id: 'unknown-code-and-words',
    codes: /^5/,
    enhanced: /^5\.1\.(0|1|3|6|10)$/,
    text: NO_SUCH_USER,
    meaning: 'no_mailbox',
    because: 'RFC 3463 X.1.0, X.1.1, X.1.3, X.1.6; Microsoft 5.1.10 RecipientNotFound',
  },
  {
    id: 'refused-beside-code',
    codes: /^5/,
    enhanced: /^5\.1\.\d+$/,
    text: REFUSAL_BESIDE_CODE,
    meaning: 'unclear',
    because: 'words of refusal, and none on the mailbox: the code is put on every refusal there',
  },
  {
    id: 'address-rejected',
    codes: /^55[0134]/,
    enhanced: /^5\.1\.0$/,
    text: /^\W*(recipient )?address rejected/i,
    meaning: 'no_mailbox',
    because: 'Cisco #5.1.0: not in the table of recipients',
  },
  {
    id: 'unknown-code-in-a-frame',
    codes: /^(51[01]|55[0134])/,
    enhanced: /^5\.1\.(1|3|6|10)$/,
    text: BARE_FRAME,
    meaning: 'no_mailbox',
    because: 'the same codes where no other word could be the reason',
  },
  {
    id: 'rejected-for-a-reason',
    codes: /^5/,
    enhanced: /^5\.1\.\d+$/,
    text: /rejected: *\S/i,
    meaning: 'unclear',
    because: 'Postfix and its likes name the reason behind it: one that none of these rules knows',
  },
  {
    id: 'unknown-code',
    codes: /^(51[01]|55[0134])/,
    enhanced: /^5\.1\.(1|3|6|10)$/,
    meaning: 'no_mailbox',
    because:
      'RFC 3463 X.1.1, X.1.3, X.1.6: the code tells what words do not; X.1.0 is said of senders too',
  },
  {
    id: 'unknown-text',
    codes: /^(51[01]|55[0-4])/,
    enhanced: /^$|^5\.0\.\d+$|^5\.(1\.2|3\.0|5\.0)$/,
    text: NO_SUCH_USER,
    meaning: 'no_mailbox',
    because:
      'Yahoo 554 "doesn\'t have a … account" and 552 "mailbox not found", qmail, Mimecast, Sendmail 5.3.0',
  },
  {
    id: 'mailbox-unavailable',
    codes: /^550/,
    enhanced: /^(5\.5\.0|5\.0\.0)?$/,
    text: /mailbox (is )?unavailable\.?( \([\w.:-]*\)\.?)?(( |\[[^\]]*\]){0,6})( for explanation visit( \S+)?)?$/i,
    meaning: 'no_mailbox',
    because: 'RFC 5321 §4.2.3, the words of Outlook.com, GMX, web.de and IONOS for an unknown user',
  },
  {
    id: 'unavailable-or-not-local',
    codes: /^550/,
    enhanced: /^$/,
    text: /mailbox unavailable or not local\W*$/i,
    meaning: 'no_mailbox',
    because: 'MailEnable',
  },
  {
    id: 'bare-550',
    codes: /^550/,
    enhanced: /^(5\.5\.0|5\.0\.0)?$/,
    text: /^(no|unknown)?[.!]?$/i,
    meaning: 'no_mailbox',
    because: 'RFC 5321 §4.2.3: 550 at RCPT is "mailbox not found" where nothing else is said',
  },
  {
    id: 'refused-words',
    codes: /^550/,
    text: REFUSAL,
    meaning: 'unclear',
    because: 'refused, and nobody says on whose account',
  },
];
