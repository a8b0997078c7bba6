import type { ReplyRule } from './rule.ts';

/** A state of the mailbox in words that look like a refusal of us. */
export const ON_INACTIVITY: readonly ReplyRule[] = [
  {
    id: 'inactive-540',
    codes: /^540/,
    text: /recipient address rejected: (inactive|blocked)/i,
    meaning: 'disabled',
    because: 'Rambler 540 5.7.1: the code means a mailbox that takes no mail',
  },
  {
    id: 'inactivity',
    codes: /^5/,
    enhanced: /^5\.2\.1$/,
    text: /(due to|because of|for|after) inactivity|^(the |this )?(mailbox|account) (is|was|has been) (blocked|disabled|inactive)\W*$/i,
    meaning: 'disabled',
    because:
      'Free "blocked due to inactivity", Yandex "Mailbox is blocked": the mailbox, although it says blocked',
  },
];
