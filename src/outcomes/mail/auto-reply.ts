import { type Observed, toEmail, toTime } from '../observed.ts';
import { fieldOf, parseFields, withoutType } from './fields.ts';
import type { MailMessage } from './mail-message.ts';

/** Subjects of vacation notices, in the words of common mail programs. */
const AUTO_REPLY_SUBJECT =
  /^\s*(?:auto(?:matic|mated)?[ -]?(?:reply|response|antwort)|autoreply|auto:|out of (?:the )?office|away from (?:the |my )?office|on vacation|vacation (?:reply|message)|automatische (?:antwort|reactie)|abwesenheits?(?:notiz|nachricht|meldung|agent)|abwesend|abwesenheit|réponse automatique|absence du bureau|message d'absence|respuesta autom[áa]tica|fuera de la oficina|risposta automatica|fuori (?:sede|ufficio)|resposta autom[áa]tica|fora do escrit[óo]rio|automatiskt svar|automatisk svar|odpowied[źz] automatyczna|自動(?:返信|応答|回答)|不在通知|自动回复|自動回覆|автоответ)/i;

/** What programs that ask for a confirmation put in the header. */
const CHALLENGE_FIELDS = ['x-boxtrapper', 'x-tmda-fingerprint', 'x-spamarrest-noauth'];

/**
 * An automatic reply of a mailbox (RFC 3834), a challenge to the sender included: its address took the message.
 * `isServer`: mail software sent it, not a mailbox.
 */
export function readAutoReply(message: MailMessage, isServer: boolean): Observed | undefined {
  const email = toEmail(message.from);
  if (isServer || email === null || isFromList(message) || !isAutoReply(message)) return undefined;
  return delivered(email, message);
}

function isAutoReply({ header, subject }: MailMessage): boolean {
  const submitted = header('auto-submitted')?.toLowerCase() ?? '';
  if (/^\s*auto-replied/.test(submitted)) return true;
  if (/^\s*auto-(?:generated|notified)/.test(submitted)) return AUTO_REPLY_SUBJECT.test(subject);
  return (
    /^\s*auto[-_]?reply/i.test(header('precedence') ?? '') ||
    [
      'x-autoreply',
      'x-autorespond',
      'x-autoresponder',
      'x-mail-autoreply',
      'x-autoreply-from',
      ...CHALLENGE_FIELDS,
    ].some((name) => isSet(header(name))) ||
    AUTO_REPLY_SUBJECT.test(subject)
  );
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && !/^(?:no|false|0)?$/i.test(value.trim());
}

/** A mailing list's own mail may quote the subject of a vacation notice. */
function isFromList({ header }: MailMessage): boolean {
  return header('list-id') !== undefined || header('list-unsubscribe') !== undefined;
}

/** A notification that a message was displayed or deleted (RFC 8098): it lay in the mailbox. */
export function readDisposition(message: MailMessage, disposition: string): Observed | undefined {
  const fields = parseFields(disposition.trim());
  const named = fieldOf(fields, 'original-recipient') ?? fieldOf(fields, 'final-recipient');
  const email = toEmail(withoutType(named)) ?? toEmail(message.from);
  return email === null ? undefined : delivered(email, message);
}

function delivered(email: string, { date }: MailMessage): Observed {
  const at = toTime(date);
  return { email, outcome: 'delivered', code: null, status: null, host: null, reply: null, at };
}
