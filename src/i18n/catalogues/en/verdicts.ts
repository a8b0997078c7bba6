/** The verdicts by name, as they stand in a sentence. */
export const verdicts = {
  deliverable: 'deliverable',
  risky: 'risky',
  undeliverable: 'undeliverable',
  unknown: 'unknown',
} as const;
