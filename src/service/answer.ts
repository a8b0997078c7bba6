import { type Facts, factsOf } from '../contract/facts.ts';
import type { VerificationResult } from '../contract/schemas.ts';
import { detailOf } from './detail.ts';
import type { Finding } from './ports.ts';
import type { Answer, StoredVerification } from './records.ts';

/** A finding without its address: the answer to all questions about the same mailbox. */
export function answerOf(finding: Finding, now: number): Answer {
  const { decided, reason } = finding;
  return { facts: factsOf(finding), decided, reason, detail: detailOf(finding, now) };
}

/** An answer to a question about this address. */
export function verificationOf(email: string, { facts, detail }: Answer): StoredVerification {
  return { ...resultOf(email, facts), detail };
}

/** The address and its facts, in the interface's order, with the address as the caller wrote it. */
export function resultOf(email: string, facts: Facts): VerificationResult {
  return { email, ...facts };
}
