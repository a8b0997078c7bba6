import type { Answer } from '../../src/service/records.ts';

/** What is found of a mailbox that accepts mail. */
export const ANSWER: Answer = {
  facts: {
    valid: true,
    deliverable: true,
    acceptAll: false,
    role: false,
    temporary: false,
    mx: true,
    smtp: true,
    score: 90,
  },
  decided: true,
  reason: 'accepted',
};
