/** The flags of a result. */
export const flags = {
  valid: 'Valid',
  deliverable: 'Deliverable',
  acceptAll: 'Accepts any name',
  role: 'Role address',
  temporary: 'Disposable',
  mx: 'Has a mail server',
  smtp: 'Mail server answered',
} as const;
