import type { FindingReason } from '../../verifier.ts';
import type { Weight } from './controls.ts';

/** Whether the domain accepts everything; `until_data`: RCPT does, and judges after the message. */
export type AcceptAll = boolean | 'until_data';

/** What an accepted RCPT shows. Undefined: the host gave no answer about a random address. */
export function acceptedReason(
  reason: FindingReason,
  acceptsAll: AcceptAll | undefined,
): FindingReason {
  // Even a provider that accepts every recipient reports "too much mail" for existing mailboxes only.
  if (acceptsAll === 'until_data') {
    return reason === 'exists_busy' ? reason : 'accepts_all_until_data';
  }
  if (acceptsAll === undefined) return reason === 'accepted' ? 'unproven' : reason;
  return acceptsAll ? 'accept_all' : reason;
}

/** What the controls of an acceptance show. */
export const ACCEPT_ALL_BY_WEIGHT: Readonly<Partial<Record<Weight, boolean>>> = {
  proven: false,
  accept_all: true,
};

/** What a provider's entry says. */
export function toAcceptAll(entry: 'always' | 'never' | undefined): AcceptAll | undefined {
  return entry && (entry === 'always' ? 'until_data' : false);
}
