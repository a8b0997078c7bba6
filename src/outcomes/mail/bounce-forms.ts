/** What shows that a text is a bounce: the sentences that mail servers write. */
export const SIGNATURES: readonly RegExp[] = [
  // Postfix
  /this is the mail system at host/i,
  /message could not be delivered to one or more recipients/i,
  // Exim, GMX, 1&1, Zoho
  /this message was created automatically by (?:the )?mail delivery (?:software|system)/i,
  /has not been delivered to (?:all|one or more) of its recipients/i,
  // qmail, Yahoo
  /this is the qmail-send program/i,
  /sorry,? we were unable to deliver your message/i,
  /i(?:'m afraid i| )wasn't able to deliver (?:your|the following) message/i,
  // sendmail
  /-- the following addresses had (?:permanent fatal|transient non-fatal|delivery) (?:errors|problems|status)/i,
  /-- transcript of session follows/i,
  // Exchange, Outlook, Microsoft 365
  /did not reach (?:(?:some or all|any) of the intended recipients|the following recipient)/i,
  /the following recipient(?:\(s\)|s)? (?:could not|cannot|can't) be reached/i,
  /delivery has failed to these recipients/i,
  /your message (?:to \S+ )?(?:couldn't|could not|wasn't|was not|can't) be(?:en)? delivered/i,
  /diagnostic information for administrators/i,
  /fehler bei der (?:nachrichten)?zustellung|die nachricht konnte .{0,40}nicht zugestellt werden/i,
  // Domino
  /was not delivered to:/i,
  /-- failure reasons? +--/i,
  // Gmail
  /delivery to the following recipients? (?:failed permanently|has been delayed)/i,
  /(?:wasn't|was not) delivered to \S+@\S+/i,
  /there was a problem delivering your message/i,
  // Mail.ru
  /не может быть доставлено|не доставлено/i,
  // Courier, OpenSMTPD, MDaemon, MailEnable, IMail, Messaging Server and others
  /this is a delivery status notification/i,
  /this is the mailer-daemon, please do not reply/i,
  /permanent fatal delivery errors?/i,
  /your message (?:cannot|could not|can not) be delivered to the following/i,
  /(?:could|can) ?not (?:be )?deliver(?:ed)? (?:your |the |this )?(?:message|mail|e-?mail)/i,
  /message (?:delivery )?failed|undeliverable|delivery (?:has )?failed|returned mail/i,
  /unable to deliver (?:the |your |this |the following )?(?:message|mail|e-?mail)/i,
  /error delivering your mail|trouble delivering your message|(?:has|have|was|were) not (?:been )?delivered|(?:mail|message) has been returned/i,
  /(?:could|can) ?not be delivered to the following/i,
  /non-?delivery report|-- ?failed (?:recipients|addresses)/i,
  /user unknown|unknown user|no such user/i,
  // qmail and those like it, in any language
  /^<[^\s<>@]+@[^\s<>@]+>:/m,
];

/** Sentences that show a bounce, from any sender and with any subject. */
export const NOTICES: readonly RegExp[] = [
  // KDDI, au one net
  /^your mail sent on: .*\n\s{0,10}could not be delivered to:/im,
  // Verizon, Apache James
  /^error: .*\n\s{0,4}error message below:/im,
];

/** Subjects of bounces. */
export const BOUNCE_SUBJECT =
  /^(?:undeliver(?:able|ed)|un(?:zustellbar|able to deliver)|delivery (?:status notification|failure|report|has failed|notification)|mail (?:delivery|system error|could not)|(?:message|mail) (?:delivery )?(?:failed|failure|undeliverable|status)|returned (?:mail|to sender)|failure notice|failed (?:delivery|mail)|non[ _]?remis|nicht zustellbar|there was an error sending your mail|failure delivery|permanent delivery failure|notice: mail delivery status|warning: delayed mail|warning: (?:message|could not send)|\*{3} ?undeliverable|non-?delivery|no se puede entregar|non recapitabile|mensagem n[ãa]o|não entregue|配信不能|undelivered)|delivery (?:failed|failure)|delayed \d+ hours/i;

/** Where the returned message begins, or what is not about the failure any more. */
export const RETURNED_MESSAGE =
  /^[ \t]*(?:-+ ?(?:this is a copy of (?:the|your) message|below this line is (?:a copy|the original)|the header of the original message|enclosed is a copy|original message|returned message|message headers? follows?|undelivered message follows|message from|the body of the message|returned mail follows|unsent message below|the following is the original)\b.*|(?:-{3,} ?)?original message(?: headers?| follows| header follows)?[:.]?(?: ?-{3,})?|below is (?:a copy of )?the original message:?|below this line is (?:a copy of )?the original message.*|received: (?:from|by) .*|(?:\S+ ){0,8}(?:original|returned|unsent) (?:message|mail)(?: headers?)? (?:as )?(?:follows?|(?:is )?(?:attached )?below)\b.*|included is a copy of the message header.*|the original message was received at\b.{0,3}$|message headers? follows?[.:]?|return-path:.*)[ \t]*$/im;

/** A reply or a forward. */
const REPLY_PREFIX = /^\s*(?:re|fwd?|aw|wg|sv|vs|antw|tr|rif|ynt|odp|res|enc)\s*(?:\[\d+\]\s*)?:/i;

/** Gateways put it behind the subject of what they return: `RE: Minutes : undeliverable`. */
const BOUNCE_BEHIND_SUBJECT =
  /[:(] ?(?:non remis|undelivered|undeliverable|delivery (?:failed|failure)|returned mail|nicht zustellbar)\s*(?:\(delivery failed\)|\))?$/i;

/** A reply to or a forward of a bounce, which is a person's mail. */
export function isPersonsSubject(subject: string): boolean {
  const [prefix] = REPLY_PREFIX.exec(subject) ?? [];
  if (prefix === undefined) return false;
  const rest = subject.slice(prefix.length).trim();
  return REPLY_PREFIX.test(rest) || rest.search(BOUNCE_BEHIND_SUBJECT) < 1;
}

const DAEMON_NAME =
  /mail delivery|mailer|delivery (?:sub)?system|mail administrator|system administrator|postmaster|mail ?system|internet mail/i;
const DAEMON_ADDRESS =
  /^(?:mailer[-_.]?daemon|mail[-_.]?daemon|mail[-_.]?(?:delivery|system)\w*|maildelivery\w*|post[-_]?master|mdaemon|microsoftexchange\w*|non-?deliver\w*|double-bounce|bounces?|mta)(?:[-+._].*)?$/i;

interface BounceSender {
  readonly from: string | undefined;
  readonly fromName: string;
  /** The sender in the header; empty for the null reverse-path. */
  readonly returnPath: string | undefined;
}

/** Some stores write the name of the server instead of nothing. */
const NULL_PATH = /^(?:<\s*(?:mailer-daemon(?:@[^<>\s]*)?)?>)?$/i;

/** Whether mail software sent it: by the null reverse-path (RFC 5321 §4.5.5), or by name. */
export function isSentByServer({ from = '', fromName, returnPath }: BounceSender): boolean {
  if (returnPath !== undefined && NULL_PATH.test(returnPath.trim())) return true;
  const localPart = from.split(/\\?@/, 1)[0] ?? '';
  return (
    DAEMON_ADDRESS.test(localPart) ||
    (!from.includes('@') && DAEMON_NAME.test(from)) ||
    (DAEMON_NAME.test(fromName) && !/^[a-z]+\.[a-z]+$/i.test(localPart))
  );
}
