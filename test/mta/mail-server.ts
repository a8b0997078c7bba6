/** A real mail server on loopback addresses, with the mailboxes that every one of them has. */
export interface MailServer extends AsyncDisposable {
  /** The mailbox of `news`, an mbox. */
  readonly inbox: string;
  /** The addresses it listens on, port 25, by what they are for. */
  readonly addresses: ServerAddresses;
}

export interface ServerAddresses {
  readonly plain: string;
  /** Nothing goes without STARTTLS. */
  readonly tls: string;
}

export interface ServerGround {
  /** An empty folder for configuration, queue and logs. */
  readonly folder: string;
  /** Of the greylisting policy server. */
  readonly greylistPort: number;
  readonly certificate: { readonly cert: string; readonly key: string };
  /** Where it listens and what it serves; absent: its own addresses, port 25, `DOMAINS`. */
  readonly place?: ServerPlace;
}

export interface ServerPlace {
  readonly addresses: ServerAddresses;
  readonly port: number;
  readonly domains: ServerDomains;
}

export type ServerDomains = Readonly<Record<keyof typeof DOMAINS, string>>;

/** Domains: mailboxes are known at the first, everything is taken at the second. */
export const DOMAINS = {
  main: 'mta.test',
  catchAll: 'catch-all.test',
  tls: 'tls.test',
  greylisted: 'greylisted.test',
} as const;

/** `left` is accepted, and its mail returned; mail to `news` lies in the inbox. */
export const MAILBOXES = ['ann', 'bob', 'info', 'full', 'left', 'news'] as const;

/** Where it is tried by test:mta. */
export function usualPlace(addresses: ServerAddresses): ServerPlace {
  return { addresses, port: 25, domains: DOMAINS };
}
