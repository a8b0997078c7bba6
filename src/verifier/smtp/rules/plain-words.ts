import { anyOf, MAILBOX_NOUN } from '../mailbox-nouns.ts';
import { BLOCKED_ABROAD, SWITCHED_OFF } from '../words.ts';
import type { ReplyRule } from './rule.ts';

/**
 * Texts that say of the mailbox what it is, and nothing else: no code beside them means anything
 * more, and no word of theirs can be about us. Matched as a whole, folded (`classify.ts`).
 */

/** No letter of any script, as `\W` would leave. */
const APART = '[^\\p{L}\\p{N}]';

/** What hosts put before the reason of a refusal. */
const FRAME = [
  'sorry|error|smtp error|failed|failure|permanent (?:failure|error)|undeliverable|rcpt to',
  'rejected|refused|not accepted|(?:local |the )?(?:mailbox|recipient|account) (?:is )?(?:not available|unavailable)',
  'requested (?:mail )?action (?:aborted|not taken)|(?:recipient |address )+rejected',
  '(?:e-?mail|mail|message|delivery|recipient|request) (?:is |was |has been )?(?:refused|rejected|denied|failed|not (?:delivered|accepted))',
].join('|');

const WHICH = '(?:the |this |that |such )?(?:e-?mail |mail |local |requested |specified )?';
const HERE =
  '(?: (?:here|any ?more|(?:on|at|in|by) (?:this|our|the) (?:server|system|host|domain|site|directory)))?';

function whole(...parts: readonly string[]): RegExp {
  return anyOf(`^${APART}*(?:(?:${FRAME})${APART}+)*(?:${parts.join('|')})${APART}*$`);
}

/** Excludes "invalid" and "bad", which may be about the syntax. */
const PLAINLY_MISSING = whole(
  `${WHICH}(?:no such|unknown|non-?existe?nt) (?:local |e-?mail |mail )?(?:${MAILBOX_NOUN})(?: (?:name|address|account))?${HERE}`,
  `${WHICH}(?:${MAILBOX_NOUN})(?: (?:address|name|account))?${APART}+(?:is |was )?(?:unknown|not found|not known|non-?existe?nt|does ?n[o']t exist|does not exist|no longer exists)${HERE}`,
  `${WHICH}(?:user|recipient) (?:is )?not a member(?: of(?: (?:this|our|the|that))?(?: (?:domain|organi[sz]ation|company|server|system))?)?`,
);

const OFF =
  'inactive|not active|suspended|disabled|de-?activated|locked|closed|not (?:been )?activated|never activated|not used|no longer (?:used|active)|unused|archived|dormant|expired|deleted|terminated|frozen|cancell?ed|discontinued|decommissioned';

/** Why, where that is the mailbox's own doing. */
const CAUSE =
  '(?: (?:due to|because of|for|after) (?:[a-z-]+ )?(?:abuse|inactivity|non-?payment|spamming|violations?(?: of (?:[a-z]+ ){1,4}(?:terms|policy|service))?|\\d+ (?:days|months|years)))?';

const ITS_STATE = `${WHICH}(?:${MAILBOX_NOUN})(?:'?s)?(?: (?:account|mailbox|address|status))?${APART}+(?:(?:status|is|was|has|been|currently|permanently|now)${APART}+)*`;

/** What follows from a state: that no mail is taken says nothing more. */
const TAKES_NONE = `(?:${APART}+(?:and )?(?:${[
  "(?:it )?(?:does not|doesn't|no longer|cannot|can't|will not) (?:accept|receive|take)s? (?:any )?(?:e-?mail|mail|messages)",
  '(?:it )?(?:accept|receive|take)s no (?:e-?mail|mail|messages)',
  '(?:inbound |incoming )?(?:e-?mail|mail|messages) (?:to|for) (?:this|the) (?:user|mailbox|account) (?:is|are) (?:turned off|disabled|not accepted)',
  '(?:e-?mail|mail|messages) (?:is|are) not accepted',
].join('|')}))?`;

const PLAINLY_DISABLED = whole(`${ITS_STATE}(?:${OFF})${CAUSE}${HERE}${TAKES_NONE}`);

/** The recipient's place in the languages of large providers, and whose it is. */
const PLACE_ABROAD = `(?:(?:das|dieses|diese|die|le|la|cette|ce|el|il|o|a|esta|este|questa|deze|dit|het|ten|ta|l)[ ']+)?(?:${[
  '(?:e-?mail-?)?(?:postfach|konto|adresse|benutzerkonto)|boite(?: aux lettres| mail)?|compte',
  'buzon|cuenta|casilla|casella(?: di posta)?|account|indirizzo|caixa(?: postal| de correio)?|conta',
  'skrzynka|adres|mailbox|postvak|schranka|ucet|yashchik|ящик|аккаунт',
].join('|')})(?: (?:${[
  "(?:des|du|de l|del|dell|do|da|van de|van deze)[ ']*(?:empfae?ngers|benutzers|nutzers|destinataire|utilisateur|destinatario|usuario|utente|ontvanger|gebruiker)",
  'de destino|odbiorcy|uzytkownika|adresata|prijemce|uzivatele|пользователя|получателя',
].join('|')}))?`;

const COPULA = `(?:(?:${[
  'ist|wurde|worden|est|a ete|esta|ha sido|fue|foi|e|stata|stato|jest|zosta\\p{L}+',
  'is|was|werd|je|byla?|bylo|derzeit|zur zeit|actuellement|aktualnie',
].join('|')}) )*`;

const BY_WHOM =
  "(?: (?:durch den|vom|par l|por el|pelo|dall|przez|door de|by the|by an)?[ ']*(?:administra[td]\\p{L}*|amministrat\\p{L}*|beheerder|spravcem))?";

const TAKES_NONE_ABROAD = `(?:,? (?:und|et|y|e|i|en|a) (?:${[
  'nimmt keine (?:nachrichten|e-?mails|mails|post) (?:mehr )?(?:an|entgegen)',
  'n.accepte (?:pas|plus)(?: d.e| de)? ?(?:messages?|e-?mails?|courriers?)|ne recoit plus (?:de )?(?:messages?|courriers?)',
  'no acepta (?:mensajes|correos?)|nao aceita (?:mensagens|e-?mails)|non accetta (?:messaggi|posta|e-?mail)',
  'nie przyjmuje (?:wiadomosci|poczty)|accepteert geen (?:berichten|mail|e-?mails?)',
].join('|')}))?`;

const PLAINLY_DISABLED_ABROAD = whole(
  `${PLACE_ABROAD} ${COPULA}(?:${SWITCHED_OFF})\\p{L}*${BY_WHOM}${TAKES_NONE_ABROAD}`,
);

/** "Blocked" is said of us elsewhere: it takes a code for the mailbox beside it. */
const PLAINLY_BLOCKED = whole(
  `${ITS_STATE}blocked(?: by (?:the|an) administrator)?${CAUSE}${HERE}${TAKES_NONE}`,
  `${PLACE_ABROAD} ${COPULA}(?:${BLOCKED_ABROAD})${BY_WHOM}${TAKES_NONE_ABROAD}`,
);

const PLAINLY_RESTRICTED = whole(
  `${WHICH}(?:${MAILBOX_NOUN}) (?:(?:is|was|has been) )?restricted${HERE}`,
);

/** A state that needs no more words. */
const PLAINLY_FULL = whole(
  `${WHICH}(?:${MAILBOX_NOUN})(?:'?s)?(?: (?:mailbox|inbox|account))? (?:is )?(?:full|over ?quota|over (?:its |the )?(?:storage )?(?:quota|limit))`,
  `(?:not enough|no more|insufficient) (?:storage )?space (?:left )?(?:in|for|on) ${WHICH}(?:${MAILBOX_NOUN})`,
);

/** Codes that hosts put on a refusal of a recipient: those of a syntax error among them. */
const REFUSED = /^(50[01]|51[01]|540|55[0-4])/;

/** Nothing but words on the mailbox: they decide, whatever code stands beside them. */
export const PLAIN_WORDS: readonly ReplyRule[] = [
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
