/** What each verdict means. */
export const verdictsMeaning = {
  deliverable: 'The mailbox exists and accepts mail.',
  risky:
    'Mail may be accepted but never read, or bounce later: catch-all domain, disposable or shared address. Or it is on the do-not-mail list: it was not verified.',
  undeliverable: 'Mail will bounce: the mailbox or domain does not exist, or it is not an address.',
  unknown: 'It is not known today: the mail server gave no clear answer, or there is no result.',
} as const;
