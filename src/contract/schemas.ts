/**
 * The answers as the service sends them, described strictly for OpenAPI. Requests are in requests.ts. What a
 * client may meet is decoded tolerantly in decode.ts.
 */
import * as z from 'zod';
import { BATCH_STATUSES } from './batch-state.ts';
import { mapFlags } from './facts.ts';
import { KEY_SCOPES } from './key-scopes.ts';
import { MAX_SCORE } from './limits.ts';
import { REASONS, VERDICTS } from './verdict.ts';

/** The answer of Verify Email: an address and its facts. */
export const VerificationResultSchema = z.object({
  email: z.string().describe('The verified address'),
  ...mapFlags(({ description }) => z.boolean().describe(description)),
  score: z.number().min(0).max(MAX_SCORE).describe('Deliverability score, range 0 to 100'),
});

/** The address and its facts, as the service sends them. */
export type VerificationResult = z.infer<typeof VerificationResultSchema>;

const BatchStatusSchema = z.enum(BATCH_STATUSES);

/** A batch as Get Batch Results, List Batches and Cancel Batch carry it: identifier under `_id`. */
export const BatchSchema = z.object({
  _id: z.string().describe('Batch identifier'),
  status: BatchStatusSchema,
  totalCount: z.int().min(0).describe('Total emails in the batch'),
  processedCount: z.int().min(0).describe('Emails processed so far'),
  createdAt: z.iso.datetime().describe('Creation time'),
});
/** A batch as the service sends it. */
export type BatchOnWire = z.infer<typeof BatchSchema>;

const ENTRY_STATUSES = ['pending', 'verified', 'failed', 'cancelled'] as const;
/** The state of one address of a batch. */
export type EntryStatus = (typeof ENTRY_STATUSES)[number];

/** One address of a batch with its result, or with an error. */
export const BatchEntrySchema = z.object({
  id: z.string().describe('Identifier of the entry'),
  email: z.string().describe('The submitted address'),
  status: z.enum(ENTRY_STATUSES).describe('Per-address processing status'),
  result: VerificationResultSchema.nullable().describe('Result for this address'),
  error: z.string().nullable().describe('Error text; null when there is no error'),
});
/** One address of a batch as the service sends it. */
export type BatchEntryOnWire = z.infer<typeof BatchEntrySchema>;

/** The answer of Create Batch. */
export const CreateBatchResponseSchema = z.object({
  id: z.string(),
  status: BatchStatusSchema,
  totalCount: z.int().min(0),
  processedCount: z.int().min(0),
  message: z.string().describe('A hint on how to poll'),
});
/** The answer of Create Batch. */
export type CreateBatchResponse = z.infer<typeof CreateBatchResponseSchema>;

/** The answer of Get Batch Results. */
export const BatchResultsSchema = z.object({
  batch: BatchSchema,
  emails: z.array(BatchEntrySchema),
});

/** The answer of Cancel Batch. */
export const CancelBatchResponseSchema = z.object({
  message: z.string().describe('Confirmation'),
  batch: BatchSchema,
});
/** The answer of Cancel Batch. */
export type CancelBatchResponse = z.infer<typeof CancelBatchResponseSchema>;

/** The answer of Delete Batch, an extension. */
export const DeleteBatchResponseSchema = z.object({
  message: z.string().describe('Confirmation'),
  _id: z.string().describe('Identifier of the deleted batch'),
});
/** The answer of Delete Batch. */
export type DeleteBatchResponse = z.infer<typeof DeleteBatchResponseSchema>;

function bytes(what: string) {
  return z.int().min(0).describe(`${what}, in bytes`);
}

/** The answer of Get Account, an extension. */
export const AccountSchema = z.object({
  team: z.string().describe('Name of the team'),
  quota: z.int().min(0).nullable().describe('Verifications a month; null: unlimited'),
  used: z.int().min(0).describe('Verifications charged or reserved in this month'),
  givenBack: z
    .int()
    .min(0)
    .describe('Verifications of this month that were not charged, since they could not be decided'),
  resetsAt: z.iso.datetime().describe('When the next month begins (UTC) and `used` is 0 again'),
  keyLabel: z.string().nullable().describe('Label of the API key that was used'),
  keyScopes: z.array(z.enum(KEY_SCOPES)).describe('What that key may be used for'),
  keyExpiresAt: z.iso
    .datetime()
    .nullable()
    .describe('From then on that key is invalid; null: it does not expire'),
  storage: z
    .object({
      used: bytes('Batches with their results, and the history of verifications'),
      limit: z.int().min(0).nullable().describe('Bytes that may be; null: unlimited'),
      lists: bytes('Files of the uploaded lists, which have a limit of their own'),
    })
    .describe('What the team has stored'),
});
/** The answer of Get Account. */
export type Account = z.infer<typeof AccountSchema>;

/** An entry of the suppression list, an extension. */
export const SuppressionSchema = z.object({
  email: z
    .string()
    .nullable()
    .describe('The address, or @ and a domain; null: the address was erased and stays suppressed'),
  addedAt: z.iso.datetime().describe('When it was added'),
});
/** An entry of the suppression list as the service sends it. */
export type SuppressionOnWire = z.infer<typeof SuppressionSchema>;

/** The answer of Add Suppressions, an extension. */
export const AddSuppressionsResponseSchema = z.object({
  added: z.int().min(0).describe('Entries that were not on the list before'),
});
/** The answer of Add Suppressions. */
export type AddSuppressionsResponse = z.infer<typeof AddSuppressionsResponseSchema>;

/** The answer of Remove Suppression, an extension. */
export const RemoveSuppressionResponseSchema = z.object({
  message: z.string().describe('Confirmation'),
  email: z.string().describe('The address, or @ and a domain, that was removed'),
});
/** The answer of Remove Suppression. */
export type RemoveSuppressionResponse = z.infer<typeof RemoveSuppressionResponseSchema>;

/** The answer of Learn Outcomes, an extension. */
export const LearnOutcomesResponseSchema = z.object({
  stored: z.int().min(0).describe('Outcomes that are new'),
  known: z.int().min(0).describe('Outcomes that had come before, from whichever source'),
});
/** The answer of Learn Outcomes. */
export type LearnOutcomesResponse = z.infer<typeof LearnOutcomesResponseSchema>;

const VerdictSchema = z.enum(VERDICTS);
const ReasonSchema = z.enum(REASONS);

/** What a team knows of an address, an extension. */
export const LedgerEntrySchema = z.object({
  email: z.string().describe('The address as it was asked about'),
  due: z.boolean().describe('Whether it needs another look: the result may have changed'),
  disputed: z.boolean().describe('Whether those that decided differ in their verdict'),
  result: VerificationResultSchema.nullable().describe(
    'The last verification of the team; null without one in its history',
  ),
  reason: z.string().nullable().describe('Its fine reason, such as full or no_mailbox'),
  provider: z.string().nullable().describe('Who runs the mail hosts, where that is known'),
  checkedAt: z.iso.datetime().nullable().describe('When the mail host was asked'),
  imported: z
    .array(
      z.object({
        source: z.string().describe('The verifier'),
        verdict: VerdictSchema,
        reason: ReasonSchema.nullable(),
        checkedAt: z.iso.datetime().nullable().describe('When; null: not known'),
      }),
    )
    .describe('What other verifiers said'),
});
/** What a team knows of an address, as the service sends it. */
export type LedgerEntryOnWire = z.infer<typeof LedgerEntrySchema>;

/** The answer of Import Results, an extension. */
export const ImportResultsResponseSchema = z.object({
  stored: z.int().min(0).describe('Results that are new, or newer than the one there was'),
  known: z.int().min(0).describe('Results that had come before'),
});
/** The answer of Import Results. */
export type ImportResultsResponse = z.infer<typeof ImportResultsResponseSchema>;

/** The body of every answer that is no success. */
export const ErrorBodySchema = z.object({
  statusCode: z.int(),
  message: z.string(),
});
/** The body of every answer that is no success. */
export type ErrorBody = z.infer<typeof ErrorBodySchema>;
