/** Every kind of sandbox address, with the verdict and reason that it stands for. */
export const SANDBOX_TABLE = [
  ['deliverable@sandbox.test', 'deliverable', 'accepted'],
  ['undeliverable@sandbox.test', 'undeliverable', 'mailbox'],
  ['full@sandbox.test', 'undeliverable', 'mailbox'],
  ['disabled@sandbox.test', 'undeliverable', 'mailbox'],
  ['support@sandbox.test', 'risky', 'role'],
  ['ann@accept-all.sandbox.test', 'risky', 'accept_all'],
  ['ann@disposable.sandbox.test', 'risky', 'disposable'],
  ['ann@no-mx.sandbox.test', 'undeliverable', 'no_mx'],
  ['ann@null-mx.sandbox.test', 'undeliverable', 'no_mx'],
  ['timeout@sandbox.test', 'unknown', 'no_answer'],
  ['blocked@sandbox.test', 'unknown', 'no_answer'],
  ['greylisted@sandbox.test', 'deliverable', 'accepted'],
  ['ann@slow.sandbox.test', 'deliverable', 'accepted'],
  ['not an address', 'undeliverable', 'syntax'],
] as const;
