import { type Link, LinkedList } from '../../lib/linked-list.ts';
import type { MailRoute } from './mail-route.ts';

/** Domains looked up at a time: as many as the cache asks for at once. */
const MAX_AT_ONCE = 200;

/** One who waits for the route of a domain. */
export interface RouteWaiter {
  onRoute(route: MailRoute): void;
  /** Called with what made the look-up fail, or what `onRoute` has thrown. */
  onError(error: unknown): void;
}

/** A domain that waits for its turn is this object alone: there may be as many as lists have domains. */
interface OpenLookup {
  readonly domain: string;
  readonly waiters: RouteWaiter[];
  /** Absent once it has begun. */
  turn: Link<OpenLookup> | undefined;
}

/**
 * The look-ups of mail routes, shared by all who wait for one domain. One that nobody waits for any longer is left
 * out, unless it has begun.
 */
export class RouteLookups {
  readonly #find: (domain: string) => Promise<MailRoute>;
  readonly #open = new Map<string, OpenLookup>();
  readonly #waiting = new LinkedList<OpenLookup>();
  #begun = 0;

  constructor(find: (domain: string) => Promise<MailRoute>) {
    this.#find = find;
  }

  get open(): number {
    return this.#open.size;
  }

  waitFor(domain: string, waiter: RouteWaiter): void {
    const known = this.#open.get(domain);
    if (known) {
      known.waiters.push(waiter);
      return;
    }
    const lookup: OpenLookup = { domain, waiters: [waiter], turn: undefined };
    this.#open.set(domain, lookup);
    lookup.turn = this.#waiting.push(lookup);
    this.#beginNext();
  }

  leave(domain: string, waiter: RouteWaiter): void {
    const lookup = this.#open.get(domain);
    const at = lookup?.waiters.indexOf(waiter) ?? -1;
    if (!lookup || at < 0) return;
    lookup.waiters.splice(at, 1);
    if (lookup.waiters.length > 0 || !lookup.turn) return;
    this.#waiting.remove(lookup.turn);
    this.#open.delete(domain);
  }

  #beginNext(): void {
    while (this.#begun < MAX_AT_ONCE) {
      const next = this.#waiting.shift();
      if (!next) return;
      next.turn = undefined;
      this.#begun++;
      void this.#lookUp(next);
    }
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
    this.#beginNext();
    for (const waiter of waiters) {
      try {
        give(waiter);
      } catch (error) {
        waiter.onError(error);
      }
    }
  }
}
