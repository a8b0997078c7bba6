import { type Facts, toFacts } from '../../contract/facts.ts';
import type { VerificationResult } from '../../contract/schemas.ts';
import type { Answer, StoredVerification } from '../records.ts';
import { toDetail } from './detail.ts';
import type { Finding } from './verifier-port.ts';

/** A finding without its address: the answer for every spelling of the same mailbox. */
export function toAnswer(finding: Finding, now: number): Answer {
  const { decided, reason } = finding;
  return { facts: toFacts(finding), decided, reason, detail: toDetail(finding, now) };
}

/** The answer for this address, as the caller wrote it. */
export function toVerification(email: string, { facts, detail }: Answer): StoredVerification {
  return { ...toResult(email, facts), detail };
}

/** The address as the caller wrote it, and its facts in the interface's order. */
export function toResult(email: string, facts: Facts): VerificationResult {
  return { email, ...facts };
}
