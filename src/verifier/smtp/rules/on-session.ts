import { OUR_SENDER } from '../sender-reputation.ts';
import type { ReplyRule } from './rule.ts';

/** What is accepted, and what is about the session: its limits, its sender, a first meeting. */
export const ON_SESSION: readonly ReplyRule[] = [
  // RCPT: accepted.
  {
    id: 'accepted-for-a-start',
    codes: /^25/,
    text: /\b(queued|pending|deferred|look(ing)? ?up|to be (checked|verified)|will be (checked|verified)|provisional)/i,
    meaning: 'cannot_say',
    because: 'the host is still looking, and another reply may follow',
  },
  {
    id: 'accepted-to-be-discarded',
    codes: /^25/,
    text: /\b(unknown|no such|not exist|not found|invalid)\b.*\b(discard|drop|delet|throw|blackhol|ignor)|\b(discard|drop|delet|throw|blackhol|ignor).*\b(unknown|no such|not exist|not found|invalid)\b/i,
    meaning: 'no_mailbox',
    because: 'the host takes the mail and says that there is nobody to get it',
  },
  {
    id: 'accepted-and-discarded',
    codes: /^25/,
    text: /\b(will be|is|are|being|to be|get|gets) (silently )?(discard|dropped|deleted|thrown|blackhol|ignored)/i,
    meaning: 'cannot_say',
    because: 'the host takes the mail and does not deliver it, for a reason that it does not say',
  },
  { id: 'accepted', codes: /^25[01]/, meaning: 'accepted', because: 'RFC 5321 §4.3.2' },
  { id: 'cannot-verify', codes: /^252/, meaning: 'cannot_say', because: 'RFC 5321 §3.5.3' },

  {
    id: 'too-long',
    codes: /^5/,
    cut: true,
    meaning: 'unclear',
    because: 'its end was not read, and could take back what stands before',
  },

  // The session's limits.
  {
    id: 'harvest-limit',
    text: /too many (\w+ )?(invalid|unknown|bad|failed|nonexistent|wrong|rejected|errors?)\b/i,
    meaning: 'harvest_limit',
    because: 'after many unknown recipients hosts refuse everything: what follows is void',
  },
  {
    id: 'unverified-unknown',
    codes: /^[45]/,
    text: /unverified address: host \S+ said: 55[0134][ -](?:#?5\.1\.(?:1|10|6|0)\b|(?:\S+ )?(?:no such user|user unknown|unknown user|user not found|mailbox not found)\b)/i,
    meaning: 'no_mailbox',
    because:
      'Postfix reject_unverified_recipient says 450 although the next hop has refused permanently',
  },
  {
    id: 'unverified-trouble',
    codes: /^4/,
    text: /unverified address: (?:address lookup failure|connect to |lost connection|delivery temporarily|mail transport unavailable|host \S+ (?:said: 4|refused|timed out)|conversation with )/i,
    meaning: 'their_trouble',
    because: 'Postfix reject_unverified_recipient could not ask the next hop',
  },
  {
    id: 'verification-in-progress',
    codes: /^4/,
    text: /unverified address|verification in progress/i,
    meaning: 'their_trouble',
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
    text: /rate that prevents|(?<!\b(your|of|for) (the |this |that )?)\b(user|recipient|mailbox|account|inbox|addressee)\b(?![^.;]{0,120}\bfrom\b)[^.;]{0,60}\breceiv\w+ (\w+ ){0,2}(too (quickly|fast|many|much)|faster than|at (too|a) (\w+ ){0,3}rate|more (\w+ ){0,2}than)|too many recent messages|recipient thread limit|recipient has exceeded (message rate limit|their limit for the number)|limit for the number of messages they can send to this recipient/i,
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
    text: /gr[ae]y.?list|whitelisted by this recipient, please try again later/i,
    meaning: 'greylisted',
    because: 'RFC 6647 §2; SmarterMail says so with a 550, Courier by its white list',
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
];
