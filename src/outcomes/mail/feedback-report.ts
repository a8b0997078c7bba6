import { type Observed, toEmail, toTime } from '../observed.ts';
import { fieldOf, parseFields } from './fields.ts';
import { type MailMessage, soleAddress } from './mail-message.ts';
import { returnedFields } from './returned-message.ts';

/** RFC 5965 §7.3: of the registered types these two say that the recipient complained. */
export const COMPLAINT_TYPES: ReadonlySet<string> = new Set(['abuse', 'fraud']);

/** The complaints of a feedback report (ARF, RFC 5965): one for each recipient that it names. */
export function readFeedbackReport(message: MailMessage, report: string): Observed[] {
  const fields = parseFields(report.trim());
  const type = fieldOf(fields, 'feedback-type')?.toLowerCase() ?? '';
  if (!COMPLAINT_TYPES.has(type)) return [];
  const at = toTime(fieldOf(fields, 'arrival-date') ?? fieldOf(fields, 'received-date'));
  const named = [
    ...(fields.get('original-rcpt-to') ?? []),
    ...(fields.get('removal-recipient') ?? []),
  ];
  const emails = new Set(named.flatMap((one) => toEmail(one.replace(/^rfc822;\s*/i, '')) ?? []));
  if (emails.size === 0) {
    const sole = toEmail(soleAddress(fieldOf(returnedFields(message), 'to')));
    return [complaint(sole, toTime(message.date) ?? at)];
  }
  return [...emails].map((email) => complaint(email, toTime(message.date) ?? at));
}

/** Microsoft reports a complaint of Outlook.com with nothing but the message, and names the person in a field of it. */
export function readJunkReport(message: MailMessage): Observed | undefined {
  const named = fieldOf(returnedFields(message), 'x-hmxmroriginalrecipient');
  if (named === undefined || message.from?.toLowerCase() !== 'staff@hotmail.com') return undefined;
  return complaint(toEmail(soleAddress(named)), toTime(message.date));
}

function complaint(email: string | null, at: string | null): Observed {
  return { email, outcome: 'complaint', code: null, status: null, host: null, reply: null, at };
}
