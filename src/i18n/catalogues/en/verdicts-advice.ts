/** What a sender does about each verdict. */
export const verdictsAdvice = {
  deliverable: 'Send.',
  risky:
    'Leave it out, or decide by its reason: only a catch-all domain is worth a try, with a few addresses first.',
  undeliverable: 'Remove: every bounce costs reputation.',
  unknown: 'Verify again later. It says nothing against the address.',
} as const;
