/** What a sender does about a result of which no finer reason is known. */
export const reasonsAdvice = {
  accepted: 'Send.',
  accept_all:
    'Leave it out of large mailings: try a few such addresses first, and drop those that bounce.',
  disposable: 'Leave it out: such a mailbox is abandoned within hours. Ask for another address.',
  role: 'Leave it out of mailings: several people read it, and none of them subscribed. If you know them, write to them individually.',
  suppressed: "Leave it out: it is on your team's do-not-mail list.",
  syntax: 'Correct it or remove it.',
  no_mx: 'Remove it.',
  mailbox: 'Remove it.',
  no_answer: 'Verify it again later.',
  error: 'Verify it again later.',
  incomplete: 'Verify it again later.',
  several_addresses: 'Verify each of them: --split-cells takes them apart.',
} as const;
