/** Batches that programs submitted. */
export const batches = {
  title: 'API batches',
  intro:
    'Batches that programs submitted with an API key. Those of lists are under <link>Lists</link>.',
  caption: 'Batches submitted with an API key, newest first',
  none: 'No batch yet: submit one with an API key.',
  batch: 'Batch',
  as_loaded: 'As they were when this page was loaded.',
  addresses_caption: 'Addresses in the order submitted',
  no_address: 'No address on this page.',
  progress: 'Progress',
  created_at: 'created {time}',
  addresses_processed: 'Addresses processed',
  of_processed: '<done></done> of {total, number} processed',
  identifier: 'Identifier: <code></code>',
  confirm_cancel: 'Cancel this batch? Addresses not checked yet stay unchecked.',
  cancel: 'Cancel the batch',
  results: 'Results',
  what_these_mean: 'What these mean',
  waiting: 'waiting',
  // Badges of a batch: a list's are in common, for languages where the two differ in gender.
  state_completed: 'Completed',
  state_cancelled: 'Cancelled',
  cancelled: 'cancelled',
  could_not_verify: 'could not be verified',
} as const;
