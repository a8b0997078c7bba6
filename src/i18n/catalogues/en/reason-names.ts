/** Reasons in tables of the terminal. In English these are the codes of the results. */
export const reasonNames = {
  accepted: 'accepted',
  accept_all: 'accept_all',
  disposable: 'disposable',
  role: 'role',
  suppressed: 'suppressed',
  syntax: 'syntax',
  no_mx: 'no_mx',
  mailbox: 'mailbox',
  no_answer: 'no_answer',
  error: 'error',
  incomplete: 'incomplete',
  several_addresses: 'several_addresses',
} as const;
