import { OUR_SENDER, SENDER_REPUTATION } from '../sender-reputation.ts';
import { NO_MAIL_HOST } from '../words.ts';
import type { ReplyRule } from './rule.ts';

/** What is said before RCPT: about us or the host, whatever it says. */
export const BEFORE_RCPT: readonly ReplyRule[] = [
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
    text: SENDER_REPUTATION,
    meaning: 'blocked',
    because: 'block lists are applied at the connection, at HELO or at MAIL',
  },
  {
    id: 'no-mail-host-greeting',
    stage: 'greeting',
    codes: /^521/,
    enhanced: /^$/,
    text: NO_MAIL_HOST,
    meaning: 'no_mail_domain',
    because: 'RFC 7504 §3: the host takes no mail, from nobody',
  },
  {
    id: 'no-service-greeting',
    stage: 'greeting',
    codes: /^5/,
    meaning: 'no_service',
    because: 'RFC 5321 §3.1: 554 "no SMTP service here", and no word that it is about this client',
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
];
