/** How often results were right, by what became of mail: Accuracy, an extension. */
import * as z from 'zod';
import { REASONS, VERDICTS } from './verdict.ts';

const share = (text: string) => z.number().min(0).max(1).nullable().describe(text);
const count = (text: string) => z.int().min(0).describe(text);

const AccuracyRowSchema = z.object({
  verdict: z.enum(VERDICTS),
  reason: z.enum(REASONS),
  detail: z.string().nullable().describe('Fine reason; null in the rows by verdict, as the next'),
  rule: z.string().nullable().describe('What judged the reply; of an acceptance what controls it'),
  provider: z.string().nullable(),
  host: z.string().nullable().describe('Mail host; null in the rows by rule'),
  verified: count('Addresses with this result'),
  outcomes: count('Those of them to which the outcome of mail is known'),
  delivered: count('Mail arrived, or was answered'),
  bounced: count('The mailbox does not exist or is disabled'),
  contradicted: z.int().min(0).nullable().describe('Null: this result promises nothing'),
  share: share('Contradicted, of the basis of the report; null where no outcome is known'),
  low: share('Lower end of its 95 % interval (Wilson)'),
  high: share('Upper end'),
  promise: share('What may be contradicted: mailboxes end between verification and mail'),
  replies: z
    .array(z.object({ reply: z.string(), count: z.int().min(1) }))
    .readonly()
    .describe('Most frequent replies of the contradictions, without addresses'),
});
/** Results of one kind, and what became of mail to their addresses. */
export type AccuracyRow = z.infer<typeof AccuracyRowSchema>;

/** The answer of Get Accuracy. */
export const AccuracyReportSchema = z.object({
  since: z.iso.datetime().describe('Older results were not looked at'),
  cut: z
    .boolean()
    .describe('There are more results than are read at once: since is later than asked for'),
  verified: count('Distinct addresses that were verified'),
  outcomes: count('Those to which the outcome of mail is known, up to 30 days after the result'),
  delivered: count('Of these: mail arrived, or was answered'),
  bounced: count('Of these: the mailbox does not exist or is disabled'),
  undated: count('Outcomes without a date: they count as of when they were read'),
  basis: z
    .enum(['outcomes', 'verified'])
    .describe(
      'What shares are of: outcomes where most addresses have one, else all verified addresses, as if mail to the others had arrived',
    ),
  verdicts: z.array(AccuracyRowSchema).readonly().describe('By verdict and reason'),
  rules: z.array(AccuracyRowSchema).readonly().describe('By rule and provider, the worst first'),
  hosts: z.array(AccuracyRowSchema).readonly().describe('By mail host, the worst first'),
});
/** How often results were right. */
export type AccuracyReport = z.infer<typeof AccuracyReportSchema>;

/** Undefined for what is no report. */
export function decodeAccuracy(value: unknown): AccuracyReport | undefined {
  return AccuracyReportSchema.safeParse(value).data;
}
