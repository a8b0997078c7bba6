/**
 * The wire as the service speaks it, strictly. Requests are validated and answers described
 * (OpenAPI) by these very schemas. What a client may meet is decoded tolerantly in decode.ts.
 */
import * as z from 'zod';
import { BATCH_STATUSES } from './batch-state.ts';
import { mapFlags } from './facts.ts';
import { KEY_SCOPES } from './key-scopes.ts';
import { MAX_ADDRESS_LENGTH, MAX_BATCH_SIZE, MAX_SCORE, MIN_BATCH_SIZE } from './limits.ts';
import { MAX_HOST_LENGTH, MAX_OUTCOME_TEXT, MAX_STATUS_LENGTH, OUTCOMES } from './outcomes.ts';
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

/** The body of Verify Email. */
export const VerifyRequestSchema = z.object({
  email: z.string().max(MAX_ADDRESS_LENGTH).describe('Address to verify'),
  // Without a `default`, for which some generators of clients make the property required.
  noCache: z
    .boolean()
    .optional()
    .describe('Verify again and ignore the cached result; false where it is left out'),
});

/** The body of Create Batch. */
export const CreateBatchRequestSchema = z.object({
  emails: z.array(z.string().max(MAX_ADDRESS_LENGTH)).min(MIN_BATCH_SIZE).max(MAX_BATCH_SIZE),
  noCache: z
    .boolean()
    .optional()
    .describe(
      'An extension: verify again and ignore the cached results; false where it is left out',
    ),
});

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

/** The body of Add Suppressions, an extension. */
export const AddSuppressionsRequestSchema = z.object({
  emails: z
    .array(z.string().max(MAX_ADDRESS_LENGTH))
    .min(MIN_BATCH_SIZE)
    .max(MAX_BATCH_SIZE)
    .describe('Addresses, and domains with an @ before them'),
});

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

/** One outcome of mail, whichever way it comes in. */
export const OutcomeOnWireSchema = z.object({
  email: z.string().max(MAX_ADDRESS_LENGTH).describe('The address that mail was sent to'),
  outcome: z.enum(OUTCOMES).describe('What became of it'),
  code: z.int().min(200).max(599).nullish().describe('SMTP reply code'),
  status: z
    .string()
    .max(MAX_STATUS_LENGTH)
    .nullish()
    .describe(
      'Enhanced status code (RFC 3463), or the class that an export has in its place: hard',
    ),
  host: z.string().max(MAX_HOST_LENGTH).nullish().describe('The host that replied'),
  reply: z.string().max(MAX_OUTCOME_TEXT).nullish().describe('Its words'),
  at: z.iso
    .datetime({ offset: true })
    .nullish()
    .describe('When; not in the future. An outcome without it is older than all with one'),
  source: z.string().max(MAX_OUTCOME_TEXT).nullish().describe('Where it was read'),
  hint: z
    .boolean()
    .nullish()
    .describe(
      'true: nothing shows that it is about a message of yours; the host is asked, and no verdict follows',
    ),
});

/** The body of Learn Outcomes, an extension. */
export const LearnOutcomesRequestSchema = z.object({
  outcomes: z.array(OutcomeOnWireSchema).min(MIN_BATCH_SIZE).max(MAX_BATCH_SIZE),
});
/** The body of Learn Outcomes. */
export type LearnOutcomesRequest = z.infer<typeof LearnOutcomesRequestSchema>;

/** The answer of Learn Outcomes, an extension. */
export const LearnOutcomesResponseSchema = z.object({
  stored: z.int().min(0).describe('Outcomes that are new'),
  known: z.int().min(0).describe('Outcomes that had come before, from whichever source'),
});
/** The answer of Learn Outcomes. */
export type LearnOutcomesResponse = z.infer<typeof LearnOutcomesResponseSchema>;

const VerdictSchema = z.enum(VERDICTS);
const ReasonSchema = z.enum(REASONS);

/** The body of Find Ledger, an extension. */
export const FindLedgerRequestSchema = z.object({
  emails: z.array(z.string().max(MAX_ADDRESS_LENGTH)).min(MIN_BATCH_SIZE).max(MAX_BATCH_SIZE),
});

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

/** The body of Import Results, an extension. */
export const ImportResultsRequestSchema = z.object({
  source: z
    .string()
    .regex(/^[a-z][a-z0-9_-]{0,39}$/)
    .describe('The verifier whose results they are'),
  results: z
    .array(
      z.object({
        email: z.string().max(MAX_ADDRESS_LENGTH),
        verdict: VerdictSchema,
        reason: ReasonSchema.nullish(),
        checkedAt: z.iso
          .datetime({ offset: true })
          .nullish()
          .describe('When it was found; not in the future'),
      }),
    )
    .min(MIN_BATCH_SIZE)
    .max(MAX_BATCH_SIZE),
});
/** The body of Import Results. */
export type ImportResultsRequest = z.infer<typeof ImportResultsRequestSchema>;

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
