/** The truth file, checked and flattened to addresses. */
import { readFileSync } from 'node:fs';
import { z } from 'zod';

/**
 * What a verifier can say of an address. `risky`: mail may arrive or not, as at accept-all domains and full
 * mailboxes; `unknown`: it could not find out.
 */
export const ANSWERS = ['deliverable', 'undeliverable', 'risky', 'unknown'] as const;
export type Answer = (typeof ANSWERS)[number];

const Mailbox = z.enum(['exists', 'missing', 'full', 'disabled', 'accept_all']);
export type Mailbox = z.infer<typeof Mailbox>;

/** Answers that are right where a case does not name them. */
const RIGHT: Readonly<Record<Mailbox, readonly Answer[]>> = {
  exists: ['deliverable'],
  missing: ['undeliverable'],
  full: ['undeliverable', 'risky'],
  disabled: ['undeliverable'],
  accept_all: ['unknown'],
};

const Entry = z.union([
  Mailbox,
  z.strictObject({
    mailbox: Mailbox,
    right: z.array(z.enum(ANSWERS)).min(1),
    mailvetFails: z.string().optional(),
  }),
]);

const Reply = z.string().regex(/^(?:[2-5]\d\d[- ][^\r\n]*(?:\r\n|$))+$/);

const HostScript = z.strictObject({
  greeting: z.union([Reply, z.enum(['drop', 'hang'])]).optional(),
  /** Milliseconds. */
  greetsAfter: z.int().positive().optional(),
  repliesAfter: z.int().positive().optional(),
  /** Null: the host does not know EHLO. */
  ehlo: z.array(z.string()).nullable().optional(),
  mail: Reply.optional(),
  nullSender: Reply.optional(),
  /** Replies by local part, by expression (`/…/`), or `*` for all others. */
  recipients: z.record(z.string(), Reply).optional(),
  greylists: Reply.optional(),
  demandsTls: z.boolean().optional(),
  refusalsBefore421: z.int().positive().optional(),
  recipientsPerSession: z.int().positive().optional(),
  busyConnections: z.int().positive().optional(),
  /** `before` and `also` are said beside the reply, `twice` repeats it, `lost` leaves the session's first one out. */
  stumbles: z
    .strictObject({
      at: z.enum(['HELO', 'MAIL', 'RCPT']),
      before: Reply.optional(),
      also: Reply.optional(),
      twice: z.boolean().optional(),
      lost: z.boolean().optional(),
    })
    .optional(),
  alsoAtDeadAddress: z.boolean().optional(),
});
export type HostScript = z.infer<typeof HostScript>;

const Host = z.union([HostScript, z.enum(['down', 'private', 'private_mapped'])]);
export type Host = z.infer<typeof Host>;

export const RESOLVERS = [
  'honest',
  'filtering',
  'nxdomain_soa',
  'nxdomain',
  'empty',
  'refused',
  'servfail',
  'silent',
  'wildcard',
] as const;
export type ResolverKind = (typeof RESOLVERS)[number];

export const CLASSES = [
  ...Mailbox.options,
  'unknown',
  'out_of_step',
  'lying_resolver',
  'private_host',
  'deceiving',
];

const Case = z.strictObject({
  name: z.string().regex(/^[a-z0-9][a-z0-9.-]*$/),
  about: z.string().min(10),
  /** The class that it counts in; absent: by the right answer of each address. */
  class: z.enum(CLASSES).optional(),
  /** `preference name`, the name a label in the domain, `.` or `localhost`; absent: `10 mx`. */
  mx: z.array(z.string().regex(/^\d+ \S+$/)).optional(),
  hosts: z.record(z.string(), Host).optional(),
  dns: z.literal('nxdomain').optional(),
  /** Absent: the honest one. */
  resolvers: z.array(z.enum(RESOLVERS)).min(1).optional(),
  /** The case whose domain is meant. */
  at: z.string().optional(),
  server: z.enum(['postfix', 'exim']).optional(),
  domain: z.enum(['main', 'tls', 'greylisted', 'catchAll']).optional(),
  addresses: z.record(z.string(), Entry),
  /** Texts that are no addresses. */
  invalid: z.array(z.string()).optional(),
});
export type Case = z.infer<typeof Case>;

const Truth = z.strictObject({ about: z.string(), cases: z.array(Case) });

/** One address and what is true of it. */
export interface Fact {
  /** Case and address. */
  readonly id: string;
  readonly case: Case;
  readonly email: string;
  readonly mailbox: Mailbox;
  readonly right: readonly Answer[];
  readonly class: string;
  /** Why mailvet is known to get it wrong. */
  readonly mailvetFails: string | undefined;
}

/** @throws ZodError where the file is not what it should be. */
export function readTruth(): readonly Case[] {
  const text = readFileSync(new URL('truth.json', import.meta.url), 'utf8');
  return parseCases(JSON.parse(text));
}

/** @throws ZodError */
export function parseCases(truth: z.input<typeof Truth>): readonly Case[] {
  return Truth.parse(truth).cases;
}

/** Cases with the same resolvers are one list. */
export function groupCases(cases: readonly Case[]): readonly (readonly Case[])[] {
  return [...Map.groupBy(cases, (one) => resolversOf(one).join()).values()];
}

/** Asked in this order. */
export function resolversOf({ resolvers = ['honest'] }: Case): readonly ResolverKind[] {
  return resolvers;
}

/** Labels with hyphens at the third and fourth place can't be registered, so the names exist nowhere else. */
export function domainOf({ name, at, server, domain }: Case): string {
  if (server) return `mv--${server}-${(domain ?? 'main').toLowerCase()}.com`;
  return `mv--${at ?? name}.com`;
}

export function factsOf(one: Case): readonly Fact[] {
  const addresses = Object.entries(one.addresses).map(([local, entry]) => {
    const full = typeof entry === 'string' ? { mailbox: entry, right: RIGHT[entry] } : entry;
    return factOf(one, `${local}@${domainOf(one)}`, full);
  });
  const invalid = { mailbox: 'missing', right: RIGHT.missing } as const;
  return [...addresses, ...(one.invalid ?? []).map((text) => factOf(one, text, invalid))];
}

interface Known {
  readonly mailbox: Mailbox;
  readonly right: readonly Answer[];
  readonly mailvetFails?: string | undefined;
}

function factOf(one: Case, email: string, known: Known): Fact {
  const { mailbox, right, mailvetFails } = known;
  const isOpen = right[0] === 'unknown' && mailbox !== 'accept_all';
  return {
    id: `${one.name} ${email}`,
    case: one,
    email,
    mailbox,
    // Both say that nothing is certain.
    right: right.includes('unknown') ? [...right, 'risky'] : right,
    class: one.class ?? (isOpen ? 'unknown' : mailbox),
    mailvetFails,
  };
}
