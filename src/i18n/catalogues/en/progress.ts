/** The progress of a list in the terminal. */
export const progress = {
  count: '{done, number} of {total, number} addresses',
  greylisted: '{count, number} greylisted',
  deferred: '{count, number} deferred by their mail server',
  blocked: '{count, number} refused by their provider',
  waiting: '{count, number} waiting',
  next_try: '{wait}, next try {time}',
  recorded: '{count, number} recorded: {verdicts}',
} as const;
