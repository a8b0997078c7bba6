import { type Mailbox, parseAddress } from '../../address/parse.ts';
import { localPartOf } from '../../lib/address-parts.ts';
import type { RouteLookup } from '../dns/route-lookups.ts';
import type { JobDeferral } from '../session/domain-job.ts';
import type { MailboxSource } from '../session/recipients/recipient-queue.ts';
import type { DeferOptions, Finding } from '../verifier.ts';
import { invalidFinding } from './finding.ts';

/** The list, and what draws the order in which the addresses of a domain are asked. */
interface GroupSource {
  readonly emails: readonly string[];
  readonly random: () => number;
}

/** Addresses of a domain from which on a share of them tells what the others are: fewer take few round trips anyway. */
const DRAWN_FROM = 50;

/** Called once for each place of a list. */
export type ReportFinding = (index: number, finding: Finding) => void;

/**
 * The addresses of one domain in a list, known by their places until they are read. A mailbox that
 * stands in several places is read once.
 */
export class DomainGroup implements MailboxSource {
  readonly domain: string;
  /** Looked up as soon as the domain is met: the rest of the list is read meanwhile. */
  readonly lookup: RouteLookup;
  readonly #emails: readonly string[];
  readonly #random: () => number;
  #indexes: number[] = [];
  #next = 0;
  #isDrawn = false;
  /** Other places of the mailbox at a place. Absent until the first look. */
  #duplicates: Map<number, number[]> | undefined;
  /** The first place of each mailbox that was read and has no result. */
  readonly #open = new Map<string, number>();

  constructor(
    { emails, random }: GroupSource,
    { domain, lookup }: Pick<DomainGroup, 'domain' | 'lookup'>,
  ) {
    this.#emails = emails;
    this.#random = random;
    this.domain = domain;
    this.lookup = lookup;
  }

  /** The address at this place is one of the domain. No place is added once one was read. */
  add(index: number): void {
    this.#indexes.push(index);
  }

  get isDrawn(): boolean {
    return this.#isDrawn;
  }

  get unread(): number {
    this.#duplicates ??= this.#prepare();
    return this.#indexes.length - this.#next;
  }

  read(count: number): Mailbox[] {
    const places = this.#indexes.slice(this.#next, this.#next + Math.min(count, this.unread));
    this.#next += places.length;
    const mailboxes: Mailbox[] = [];
    for (const index of places) {
      const mailbox = this.#readAt(index);
      if (mailbox) mailboxes.push(mailbox);
    }
    return mailboxes;
  }

  /** The first place of a mailbox that was read and has no result. */
  placeOf({ address }: Mailbox): number {
    return this.#open.get(address) ?? -1;
  }

  /** The places of a mailbox that has its result now, or is handed back. */
  settle({ address }: Mailbox): readonly number[] {
    const first = this.#open.get(address);
    if (first === undefined) return [];
    this.#open.delete(address);
    return [first, ...(this.#duplicates?.get(first) ?? [])];
  }

  #readAt(index: number): Mailbox | undefined {
    const parsed = parseAddress(this.#emailAt(index));
    if (!parsed.ok) return undefined;
    this.#open.set(parsed.address.address, index);
    return parsed.address;
  }

  #prepare(): Map<number, number[]> {
    const duplicates = this.#takeOutDuplicates();
    this.#isDrawn = this.#indexes.length > DRAWN_FROM;
    if (this.#isDrawn) shuffle(this.#indexes, this.#random);
    return duplicates;
  }

  /** Two addresses of one domain are one mailbox where their local parts are the same. */
  #takeOutDuplicates(): Map<number, number[]> {
    const duplicates = new Map<number, number[]>();
    if (this.#indexes.length === 1) return duplicates;
    const first = new Map<string, number>();
    for (const index of this.#indexes) {
      const email = this.#emailAt(index);
      const localPart = localPartOf(email);
      const known = first.get(localPart);
      if (known === undefined) first.set(localPart, index);
      else duplicates.set(known, [...(duplicates.get(known) ?? []), index]);
    }
    if (duplicates.size > 0) this.#indexes = [...first.values()];
    return duplicates;
  }

  #emailAt(index: number): string {
    return this.#emails[index] ?? '';
  }
}

/** Fisher and Yates. In a sorted list the missing ones may stand in one block, and what was answered say nothing of them. */
function shuffle(indexes: number[], random: () => number): void {
  for (let last = indexes.length - 1; last > 0; last--) {
    const drawn = Math.floor(random() * (last + 1));
    const other = indexes[drawn] ?? 0;
    indexes[drawn] = indexes[last] ?? 0;
    indexes[last] = other;
  }
}

/** Reports texts that are not addresses at once, and groups the addresses. */
export function groupByDomain(
  { emails, random, report }: GroupSource & { readonly report: ReportFinding },
  lookUp: (domain: string) => RouteLookup,
): DomainGroup[] {
  const groups = new Map<string, DomainGroup>();
  for (const [index, email] of emails.entries()) {
    const parsed = parseAddress(email);
    if (!parsed.ok) {
      report(index, invalidFinding(email));
      continue;
    }
    const { domain } = parsed.address;
    const group =
      groups.get(domain) ?? new DomainGroup({ emails, random }, { domain, lookup: lookUp(domain) });
    groups.set(domain, group);
    group.add(index);
  }
  return [...groups.values()];
}

/** The deferral of a list for the job of one of its domains, by mailbox rather than by place. */
export function jobDeferral(defer: DeferOptions, group: DomainGroup): JobDeferral {
  return {
    after: defer.after,
    triesOf: (mailbox) => defer.tries(group.placeOf(mailbox)),
    onDeferred(mailbox, deferral) {
      for (const index of group.settle(mailbox)) defer.onDeferred(index, deferral);
    },
  };
}
