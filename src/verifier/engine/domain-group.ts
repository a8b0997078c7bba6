import { parseAddress } from '../../address/parse.ts';
import { localPartOf } from '../../lib/address-parts.ts';
import type { Owner } from '../pacing/owner-queue.ts';
import type { ListedMailbox } from '../session/recipients/recipient.ts';
import type { MailboxSource } from '../session/recipients/recipient-queue.ts';
import type { DeferOptions, Finding, VerifyOptions } from '../verifier.ts';
import { invalidFinding } from './finding.ts';

/** Called once for each place of a list. */
export type ReportFinding = (index: number, finding: Finding) => void;

/** The addresses of one call of the verifier, and what becomes of them. */
export interface AddressList {
  readonly emails: readonly string[];
  readonly report: ReportFinding;
  /** Milliseconds after which deferred addresses are asked again, one after the other. */
  readonly retryIntervals: readonly number[];
  readonly owner: Owner;
  readonly defer?: DeferOptions | undefined;
  readonly mode?: VerifyOptions['mode'];
}

/** Addresses of a domain from which on a share of them tells what the others are: fewer take few round trips anyway. */
const DRAWN_FROM = 50;

/**
 * The addresses of one domain in a list, known by their places until they are read. A mailbox that
 * stands in several places is read once.
 */
export class DomainGroup implements MailboxSource {
  readonly domain: string;
  readonly list: AddressList;
  readonly #random: () => number;
  #indexes: number[] = [];
  #next = 0;
  #isPrepared = false;
  #isDrawn = false;
  /** Other places of the mailbox at a place; absent without duplicates. */
  #duplicates: Map<number, number[]> | undefined;

  /** `random` draws the order in which the addresses are asked. */
  constructor(domain: string, list: AddressList, random: () => number) {
    this.domain = domain;
    this.list = list;
    this.#random = random;
  }

  /** The address at this place is one of the domain. No place is added once one was read. */
  add(index: number): void {
    // Most domains of a list have one address: the literal takes no more room than that.
    if (this.#indexes.length === 0) this.#indexes = [index];
    else this.#indexes.push(index);
  }

  get isDrawn(): boolean {
    return this.#isDrawn;
  }

  get unread(): number {
    if (!this.#isPrepared) this.#prepare();
    return this.#indexes.length - this.#next;
  }

  read(count: number): ListedMailbox[] {
    const end = this.#next + Math.min(count, this.unread);
    const mailboxes: ListedMailbox[] = [];
    while (this.#next < end) {
      const place = this.#indexes[this.#next++] ?? -1;
      const parsed = parseAddress(this.#emailAt(place));
      if (parsed.ok) mailboxes.push({ ...parsed.address, place });
    }
    return mailboxes;
  }

  /** The places of a mailbox that has its result now, or is handed back. */
  settle(mailbox: ListedMailbox): readonly number[] {
    const { place } = mailbox;
    if (place < 0) return [];
    mailbox.place = -1;
    const others = this.#duplicates?.get(place);
    return others ? [place, ...others] : [place];
  }

  #prepare(): void {
    this.#isPrepared = true;
    if (this.#indexes.length === 1) return;
    this.#takeOutDuplicates();
    this.#isDrawn = this.#indexes.length > DRAWN_FROM;
    if (this.#isDrawn) shuffle(this.#indexes, this.#random);
  }

  /** Two addresses of one domain are one mailbox where their local parts are the same. */
  #takeOutDuplicates(): void {
    const duplicates = new Map<number, number[]>();
    const first = new Map<string, number>();
    for (const index of this.#indexes) {
      const email = this.#emailAt(index);
      const localPart = localPartOf(email);
      const known = first.get(localPart);
      if (known === undefined) first.set(localPart, index);
      else duplicates.set(known, [...(duplicates.get(known) ?? []), index]);
    }
    if (duplicates.size === 0) return;
    this.#duplicates = duplicates;
    this.#indexes = [...first.values()];
  }

  #emailAt(index: number): string {
    return this.list.emails[index] ?? '';
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
export function groupByDomain(list: AddressList, random: () => number): Iterable<DomainGroup> {
  const groups = new Map<string, DomainGroup>();
  list.emails.forEach((email, index) => {
    const parsed = parseAddress(email);
    if (!parsed.ok) {
      list.report(index, invalidFinding(email));
      return;
    }
    const { domain } = parsed.address;
    const known = groups.get(domain);
    const group = known ?? new DomainGroup(domain, list, random);
    if (!known) groups.set(domain, group);
    group.add(index);
  });
  return groups.values();
}
