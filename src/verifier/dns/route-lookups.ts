import { type Owner, OwnerQueue, type QueueEntry } from '../pacing/owner-queue.ts';
import type { MailRoute } from './mail-route.ts';

/** Domains of lists that are looked up at a time; those of single verifications are looked up beside them. */
const MAX_AT_ONCE = 200;

/** One who waits for the route of a domain. */
export interface RouteWaiter {
  onRoute(route: MailRoute): void;
  /** Called with what made the look-up fail, or what `onRoute` has thrown. */
  onError(error: unknown): void;
}

/** A domain that waits for its turn has no promise: there may be as many as lists have domains. */
interface OpenLookup {
  readonly domain: string;
  readonly waiters: RouteWaiter[];
  /** One for each who waits; absent once it has begun. */
  turns: QueueEntry<OpenLookup>[] | undefined;
}

/** Who looks up domains for no list. */
const NOBODY: Owner = { team: '', batch: '', isSingle: false };

/**
 * The look-ups of mail routes, shared by all who wait for one domain. Teams and their batches take turns, and a look-up
 * begins with the first turn of those who wait for it. One that nobody waits for any longer is left out.
 */
export class RouteLookups {
  readonly #find: (domain: string) => Promise<MailRoute>;
  readonly #open = new Map<string, OpenLookup>();
  readonly #waiting = new OwnerQueue<OpenLookup>();
  #begun = 0;

  constructor(find: (domain: string) => Promise<MailRoute>) {
    this.#find = find;
  }

  get open(): number {
    return this.#open.size;
  }

  waitFor(domain: string, waiter: RouteWaiter, owner = NOBODY): void {
    const lookup = this.#open.get(domain) ?? { domain, waiters: [], turns: [] };
    this.#open.set(domain, lookup);
    lookup.waiters.push(waiter);
    if (!lookup.turns) return;
    lookup.turns.push(this.#waiting.add(lookup, owner));
    if (owner.isSingle || this.#begun < MAX_AT_ONCE) this.#beginNext();
  }

  leave(domain: string, waiter: RouteWaiter): void {
    const lookup = this.#open.get(domain);
    const at = lookup?.waiters.indexOf(waiter) ?? -1;
    if (!lookup || at < 0) return;
    lookup.waiters.splice(at, 1);
    const [turn] = lookup.turns?.splice(at, 1) ?? [];
    if (turn) this.#waiting.remove(turn);
    if (lookup.turns?.length === 0) this.#open.delete(domain);
  }

  #beginNext(): void {
    const next = this.#waiting.take();
    if (!next) return;
    for (const turn of next.turns ?? []) this.#waiting.remove(turn);
    next.turns = undefined;
    this.#begun++;
    void this.#lookUp(next);
  }

  async #lookUp({ domain, waiters }: OpenLookup): Promise<void> {
    let give: (waiter: RouteWaiter) => void;
    try {
      const route = await this.#find(domain);
      give = (waiter) => waiter.onRoute(route);
    } catch (error) {
      give = (waiter) => waiter.onError(error);
    }
    this.#open.delete(domain);
    this.#begun--;
    if (this.#begun < MAX_AT_ONCE) this.#beginNext();
    for (const waiter of waiters) {
      try {
        give(waiter);
      } catch (error) {
        waiter.onError(error);
      }
    }
  }
}
