import type { Facts } from '../../src/contract/facts.ts';

/** Of a mailbox that accepts mail. */
export const ACCEPTED_FACTS: Facts = {
  valid: true,
  deliverable: true,
  acceptAll: false,
  role: false,
  temporary: false,
  mx: true,
  smtp: true,
  score: 100,
};
