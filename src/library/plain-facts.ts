import type { KnownFacts } from '../contract/facts.ts';
import type { Verification } from './client-api.ts';

/** As an answer of the interface has it, by which verdicts are judged: what nobody looked up is undecided there. */
export function toPlainFacts(verification: Verification) {
  const facts: Verification = { ...verification };
  const plain: Record<string, unknown> = facts as Record<string, unknown>;
  for (const [name, value] of Object.entries(facts))
    if (value === null) plain[name] = name === 'mx';
  return facts as Verification & KnownFacts;
}
