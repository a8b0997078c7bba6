import type { VerificationResult } from '../contract/schemas.ts';
import type { Finding } from './ports.ts';
import type { Answer, Facts } from './records.ts';

/** A finding without its address: the answer to whoever asks about the same mailbox. */
export function answerOf(finding: Finding): Answer {
  const { valid, deliverable, acceptAll, role, temporary, mx, smtp, score } = finding;
  const facts = { valid, deliverable, acceptAll, role, temporary, mx, smtp, score };
  return { facts, decided: finding.decided, reason: finding.reason };
}

/** The nine fields, in the interface's order, with the address as the caller wrote it. */
export function resultOf(email: string, facts: Facts): VerificationResult {
  return { email, ...facts };
}
