/** `import { createClient } from 'mailvet'`: all that this file exports is public, and nothing else is. */
import { judge as judgeEntry } from '../contract/verdict.ts';
import { systemClock } from '../lib/clock.ts';
import { buildClient } from './build-client.ts';
import type { Client, ClientOptions, Judgement, JudgeOptions, Verification } from './client-api.ts';
import { toPlainFacts } from './plain-facts.ts';

export type { ErrorCode } from '../lib/errors.ts';
export { isMailvetError, MailvetError } from '../lib/errors.ts';
export type {
  Action,
  Batch,
  BatchEntry,
  BatchResults,
  BatchStatus,
  CallOptions,
  Client,
  ClientOptions,
  JudgedVerification,
  Judgement,
  JudgeOptions,
  Page,
  Reply,
  Verdict,
  Verification,
  VerificationDetail,
} from './client-api.ts';

/**
 * A client of a mailvet service, or of any other with the same interface. Nothing is connected
 * before the first call.
 *
 * Throws `config` at once for a base URL or a key that can't be used.
 */
export function createClient(options: ClientOptions): Client {
  return buildClient(options, { clock: systemClock, random: Math.random });
}

/**
 * What a result means for a sender. Rests on the fields, so it serves for the results of any
 * service and for the findings of `mailvet/verifier`; of `detail` counts `suppressed` alone. A missing field is unknown, never false.
 */
export function judge(verification: Verification, options: JudgeOptions = {}): Judgement {
  return judgeEntry({ result: toPlainFacts(verification) }, options);
}
