/** Answers in a terminal, and what joins sentences. */
export const terminal = {
  yes: 'y yes',
  two_sentences: '{one}. {other}',
  two_clauses: '{one}; {other}',
} as const;
