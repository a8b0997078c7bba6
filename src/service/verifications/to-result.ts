import { toFacts } from '../../contract/facts.ts';
import { type Evidence, NO_EVIDENCE, type Result } from '../../result/result.ts';
import type { Finding } from './verifier-port.ts';

/** A finding without its address: the result for every spelling of the same mailbox. */
export function toResult(finding: Finding, now: number): Result {
  const { decided, reason } = finding;
  const evidence = toEvidence(finding);
  return { facts: toFacts(finding), decided, reason, evidence, checkedAt: now, cached: false };
}

function toEvidence({ evidence: found }: Finding): Evidence {
  if (!found) return NO_EVIDENCE;
  const { provider = null, mxHost = null, egress = null, control = null } = found;
  const { reply, rule = null, attempts, free, retryAfter = null } = found;
  return {
    ...{ provider, mxHost, egress, free, rule, control, attempts, retryAfter },
    reply: reply ? { code: reply.code, enhanced: reply.enhanced ?? null, text: reply.text } : null,
    outcome: null,
    domainOutcomes: null,
  };
}
