/**
 * The bodies of requests, by which the service validates them. They are apart from the answers, which only the
 * description of the interface (OpenAPI) needs as schemas: to create them takes a part of each start.
 */
import * as z from 'zod';
import { MAX_ADDRESS_LENGTH, MAX_BATCH_SIZE, MIN_BATCH_SIZE } from './limits.ts';
import { MAX_HOST_LENGTH, MAX_OUTCOME_TEXT, MAX_STATUS_LENGTH, OUTCOMES } from './outcomes.ts';
import { PROBE_MODES } from './probe-mode.ts';
import { REASONS, VERDICTS } from './verdict.ts';

const ProbeModeSchema = z
  .enum(PROBE_MODES)
  .optional()
  .describe(
    'An extension: dns asks no mail host, offline no name server either, and neither is charged; smtp where it is left out',
  );

/** The body of Verify Email. */
export const VerifyRequestSchema = z.object({
  email: z.string().max(MAX_ADDRESS_LENGTH).describe('Address to verify'),
  // Without a `default`, for which some generators of clients make the property required.
  noCache: z
    .boolean()
    .optional()
    .describe('Verify again and ignore the cached result; false where it is left out'),
  mode: ProbeModeSchema,
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
  mode: ProbeModeSchema,
});

/** The body of Add Suppressions, an extension. */
export const AddSuppressionsRequestSchema = z.object({
  emails: z
    .array(z.string().max(MAX_ADDRESS_LENGTH))
    .min(MIN_BATCH_SIZE)
    .max(MAX_BATCH_SIZE)
    .describe('Addresses, and domains with an @ before them'),
});

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

/** The body of Find Ledger, an extension. */
export const FindLedgerRequestSchema = z.object({
  emails: z.array(z.string().max(MAX_ADDRESS_LENGTH)).min(MIN_BATCH_SIZE).max(MAX_BATCH_SIZE),
});

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
        verdict: z.enum(VERDICTS),
        reason: z.enum(REASONS).nullish(),
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

const MOST_BATCHES = 5000;

/** The body of Get Accuracy. */
export const AccuracyRequestSchema = z.object({
  since: z.iso
    .datetime()
    .optional()
    .describe('Results before this time are left out; by default those before 180 days'),
  batches: z
    .array(z.string().max(100))
    .max(MOST_BATCHES)
    .optional()
    .describe('Results of these batches alone'),
});
/** The body of Get Accuracy. */
export type AccuracyRequest = z.infer<typeof AccuracyRequestSchema>;
