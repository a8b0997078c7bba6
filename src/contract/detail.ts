/** What a result rests on: `detail` of the answers that were asked for with `include=detail`. */
import * as z from 'zod';
import { CONTROLS } from './controls.ts';
import { OUTCOMES } from './outcomes.ts';
import {
  BatchEntrySchema,
  BatchResultsSchema,
  BatchSchema,
  VerificationResultSchema,
} from './schemas.ts';
import { ACTIONS, REASONS, VERDICTS } from './verdict.ts';

const ReplySchema = z.object({
  code: z.int().describe('SMTP reply code'),
  enhanced: z.string().nullable().describe('Enhanced status code (RFC 3463)'),
  text: z.string().describe('Text of the reply, in one line'),
});

const OutcomeEvidenceSchema = z
  .object({
    kind: z.enum(OUTCOMES),
    at: z.iso.datetime().nullable().describe('When mail came back; null: not known'),
    addresses: z.int().min(1).describe('Addresses that bounced: of the domain where above 1'),
    reply: z.string().nullable().describe('Reply, without the address'),
    source: z.string().nullable().describe('Where the outcome was read'),
  })
  .describe('What became of earlier mail, where the result rests on it');

const DomainOutcomesSchema = z
  .object({
    delivered: z.int().min(0).describe('Addresses of the domain whose mail arrived'),
    bounced: z.int().min(0).describe('Addresses whose mailbox does not exist or is disabled'),
    since: z.iso.datetime().describe('When the oldest of these outcomes came'),
  })
  .describe(
    'What became of the own mail of the team to the domain, each address by its newest outcome; null where nothing is known',
  );
/** `detail` as the service sends it. */
export const DetailSchema = z.object({
  reason: z.string().describe('Why the result is as it is, such as full, no_mailbox or greylisted'),
  provider: z.string().nullable().describe('Mail provider of the domain'),
  mxHost: z.string().nullable().describe('Mail host that was asked'),
  egress: z.string().nullable().describe('Name of the egress by which the mail host was contacted'),
  free: z.boolean().nullable().describe('The domain gives mailboxes to anybody (webmail)'),
  suggestion: z.string().nullable().describe('The address that was probably meant; not verified'),
  disposableList: z
    .object({
      name: z.string().describe('The list and its version'),
      date: z.iso.date().describe('When it was published'),
    })
    .optional()
    .describe('Which list calls the domain, or its mail host, disposable; absent where none does'),
  reply: ReplySchema.nullable().describe('The reply of the mail host that decided'),
  rule: z
    .string()
    .nullable()
    .describe(
      'What read the reply: a rule, an entry of a provider, or `learned`; null where no reply decided',
    ),
  control: z
    .enum(CONTROLS)
    .nullable()
    .describe(
      'What controls the reply: behind a refusal another address was accepted, behind an acceptance a random one was refused, the entry of the provider, or nothing',
    ),
  known: z
    .object({
      deliverable: z.boolean().nullable(),
      acceptAll: z.boolean().nullable(),
      mx: z.boolean().nullable(),
      smtp: z.boolean().nullable(),
    })
    .describe(
      'Those facts of the result; null where nobody looked them up, and the field beside it is false or assumed',
    ),
  checkedAt: z.iso.datetime().describe('When the mail host was asked'),
  cached: z.boolean().describe('The answer came from the cache'),
  attempts: z.int().min(0).nullable().describe('SMTP sessions in which the address was asked'),
  retryAfter: z.iso.datetime().nullable().describe('When it makes sense to ask again'),
  outcome: OutcomeEvidenceSchema.optional(),
  domainOutcomes: DomainOutcomesSchema.nullable(),
});
/** `detail` as the service sends it; null for what is not known. */
export type Detail = z.infer<typeof DetailSchema>;

/** What a result means for the sender, with `include=verdict` and `include=detail`. */
const ConclusionSchema = z.object({
  verdict: z.enum(VERDICTS).describe('By the policy of the team'),
  reason: z.enum(REASONS).describe('Why'),
  action: z
    .enum(ACTIONS)
    .describe('What a program does with it; drop is never said for a refusal of this service'),
  suggestion: z.string().nullable().describe('The address that was likely meant'),
});
/** What a result means for the sender. */
export type Conclusion = z.infer<typeof ConclusionSchema>;

/** A verification result with `include=detail`. */
export const VerificationResultWithDetailSchema = VerificationResultSchema.extend({
  ...ConclusionSchema.partial().shape,
  detail: DetailSchema.optional().describe('What the result rests on, with include=detail alone'),
});
/** A verification result with `include=detail`. */
export type VerificationResultWithDetail = z.infer<typeof VerificationResultWithDetailSchema>;

/** An entry of a batch with `include=detail`. */
export const BatchEntryWithDetailSchema = BatchEntrySchema.extend({
  result: VerificationResultWithDetailSchema.nullable().describe('Result for this address'),
});
/** An entry of a batch with `include=detail`. */
export type BatchEntryWithDetail = z.infer<typeof BatchEntryWithDetailSchema>;

const WaitingSchema = z.object({
  reason: z.string().describe('What the addresses wait for, such as greylisted'),
  count: z.int().min(1).describe('Addresses that wait'),
  until: z.iso.datetime().describe('When the first of them is asked again'),
});

/** A batch with `include=detail`. */
export const BatchWithDetailSchema = BatchSchema.extend({
  waiting: z
    .array(WaitingSchema)
    .optional()
    .describe('What the batch waits for; absent where it waits for nothing'),
});
/** A batch with `include=detail`. */
export type BatchWithDetail = z.infer<typeof BatchWithDetailSchema>;

/** The answer of Get Batch Results with `include=detail`. */
export const BatchResultsWithDetailSchema = BatchResultsSchema.extend({
  batch: BatchWithDetailSchema,
  emails: z.array(BatchEntryWithDetailSchema),
});
