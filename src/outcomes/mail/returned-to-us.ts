import { provesMailbox } from '../../contract/outcomes.ts';
import { domainOf, localPartOf } from '../../lib/address-parts.ts';
import type { Observed } from '../observed.ts';
import type { MailMessage } from './mail-message.ts';
import { returnedFields } from './returned-message.ts';

/** Recipients of one report that count as proof: a message with more went to a mailing list. */
const MOST_PROVEN = 1000;

/**
 * Marks as hints what a report does not prove. Anybody can write to a bounce mailbox, so a report must show that it
 * answers a message of ours, and one message proves something of so many recipients only.
 */
export function withHints(message: MailMessage, outcomes: readonly Observed[]): Observed[] {
  const ours = isOurs(message, outcomes);
  return outcomes.map((one, index) =>
    provesMailbox(one) && !(ours && index < MOST_PROVEN) ? { ...one, hint: true } : one,
  );
}

/** Fields that the mail server of the mailbox adds; without them the recipient is as the report has it. */
const RECIPIENT_FIELDS = ['delivered-to', 'x-original-to', 'envelope-to'];

/**
 * Whether a report returns something of the domain of the mailbox that received it, comes from a server of that
 * domain, or was sent to an address that names the recipient (VERP).
 */
function isOurs(message: MailMessage, outcomes: readonly Observed[]): boolean {
  const added = RECIPIENT_FIELDS.flatMap((name) => addressesIn(message.header(name)));
  const mailboxes = added.length > 0 ? added : addressesIn(message.header('to'));
  if (mailboxes.some((mailbox) => isVerp(mailbox, outcomes))) return true;
  const domains = mailboxes.map(domainOf);
  const isOfOurs = (text: string | undefined) =>
    addressesIn(text).some((address) =>
      domains.some((own) => isWithin(domainOf(address).toLowerCase(), own)),
    );
  return (
    isOfOurs(message.from) ||
    isOfOurs(message.header('return-path')) ||
    ANSWERED_FIELDS.some((name) => isOfOurs(message.header(name))) ||
    [...returnedFields(message).values()].flat().some(isOfOurs) ||
    quotedFields(message.text).some(isOfOurs)
  );
}

/** They have the Message-ID of what a report answers. */
const ANSWERED_FIELDS = ['in-reply-to', 'references'];

/** In characters; what is longer names nothing that is needed. */
const MAX_FIELD = 2000;
const MAX_TEXT = 200_000;

const ADDRESSES = /[^\s<>()[\]",;:@]{1,200}@([\w.-]{1,255})/g;

function addressesIn(text: string | undefined): string[] {
  return text?.slice(0, MAX_FIELD).match(ADDRESSES) ?? [];
}

/** The same domain, or one within the other: mail of `example.com` bounces to `bounces.example.com`. */
function isWithin(one: string, other: string): boolean {
  return one === other || one.endsWith(`.${other}`) || other.endsWith(`.${one}`);
}

/** Fields of a message that the text of a report quotes. */
function quotedFields(text: string): string[] {
  return text.slice(0, MAX_TEXT).match(QUOTED_FIELD) ?? [];
}

const QUOTED_FIELD = /^[> \t]{0,20}[A-Za-z][A-Za-z-]{1,40}:[ \t].{1,1000}$/gm;

/** `bounces+ada=example.com@…`: only who got the message knows that address. */
function isVerp(mailbox: string, outcomes: readonly Observed[]): boolean {
  const localPart = localPartOf(mailbox).toLowerCase();
  return outcomes.some(
    ({ email }) => email !== null && localPart.includes(email.toLowerCase().replace('@', '=')),
  );
}
