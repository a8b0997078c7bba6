/** The list of the fixtures: three batches, two duplicates, and a cell that is no address. */
export function listText(): string {
  const rows = Array.from({ length: 2200 }, (_, at) => `p${at}@${DOMAINS[at % DOMAINS.length]}`);
  return ['email', ...rows, 'P0@Example.com', 'p1@EXAMPLE.net', 'nobody', ''].join('\n');
}

const DOMAINS = ['example.com', 'example.net', 'example.org'];

/** Rows of the list, and what of them is distinct: `P0` is another than `p0`, a domain has no case. */
export const LIST_ROWS = 2203;
export const LIST_ADDRESSES = 2201;

/** Two batches for the embedded service, of which the first takes some seconds. */
export function sandboxListText(): string {
  const emails = Array.from(
    { length: SANDBOX_ROWS },
    (_, at) => `p${at}@${at < 4 ? 'slow.' : ''}sandbox.test`,
  );
  return ['email', ...emails, ''].join('\n');
}

export const SANDBOX_ROWS = 1100;
