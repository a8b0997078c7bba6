/** The question for the column of addresses. */
export const column = {
  which: 'Which columns contain e-mail addresses?',
  several:
    'More than one column contains e-mail addresses. Nothing starts until you choose; you can choose several.',
  go_on: 'Continue with these columns',
  first_rows: 'The first rows',
  caption: 'The first rows of the list',
  confirm_delete: 'Delete this list?',
} as const;
