import type { Answer } from '../../src/service/records.ts';
import { ACCEPTED_FACTS } from '../support/accepted-facts.ts';

/** What is found of a mailbox that accepts mail. */
export const ANSWER: Answer = {
  facts: {
    ...ACCEPTED_FACTS,
    score: 90,
  },
  decided: true,
  reason: 'accepted',
};
