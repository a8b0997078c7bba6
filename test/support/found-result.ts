import { type Evidence, NO_EVIDENCE, type Result } from '../../src/result/result.ts';
import { ACCEPTED_FACTS } from './accepted-facts.ts';

type Changes = Partial<Omit<Result, 'evidence'>> & { readonly evidence?: Partial<Evidence> };

/** What is found of a mailbox that accepts mail, where nothing else is said. */
export function foundResult({ evidence, ...changes }: Changes = {}): Result {
  const accepted = { facts: ACCEPTED_FACTS, decided: true, reason: 'accepted' };
  const found = { ...accepted, evidence: { ...NO_EVIDENCE, ...evidence } };
  return { ...found, checkedAt: 0, cached: false, ...changes };
}
