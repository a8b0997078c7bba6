import { Semaphore } from '../../lib/semaphore.ts';
import type { MailRoute } from './mail-route.ts';

/** Domains looked up at a time: as many as the cache asks for at once. */
const MAX_AT_ONCE = 200;

/** A domain's look-up, for one who waits for it. */
export interface RouteLookup {
  /** Undefined where nobody waited any more when its turn came. */
  readonly route: Promise<MailRoute | undefined>;
  /** The route is not waited for any longer. */
  cancel(): void;
}

interface OpenLookup {
  readonly route: Promise<MailRoute | undefined>;
  waiting: number;
}

/**
 * The look-ups of mail routes, shared by all lists that wait for one domain. Those of a list that
 * was cancelled are left out, unless they have begun.
 */
export class RouteLookups {
  readonly #find: (domain: string) => Promise<MailRoute>;
  readonly #room = new Semaphore(MAX_AT_ONCE);
  readonly #open = new Map<string, OpenLookup>();

  constructor(find: (domain: string) => Promise<MailRoute>) {
    this.#find = find;
  }

  find(domain: string): RouteLookup {
    const lookup = this.#open.get(domain) ?? this.#start(domain);
    lookup.waiting++;
    let isWaiting = true;
    const cancel = () => {
      if (isWaiting) lookup.waiting--;
      isWaiting = false;
    };
    return { route: lookup.route, cancel };
  }

  #start(domain: string): OpenLookup {
    const lookup: OpenLookup = { waiting: 0, route: this.#enter(domain) };
    this.#open.set(domain, lookup);
    return lookup;
  }

  async #enter(domain: string): Promise<MailRoute | undefined> {
    await this.#room.enter();
    try {
      const isWanted = this.#open.get(domain)?.waiting !== 0;
      return isWanted ? await this.#find(domain) : undefined;
    } finally {
      this.#open.delete(domain);
      this.#room.leave();
    }
  }
}
