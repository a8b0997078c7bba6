import type { Clock } from '../lib/clock.ts';
import type { NewPart } from '../service/batches/part-queue.ts';
import type { DeferOptions } from '../verifier/verifier.ts';
import type { PartAddress } from './distinct.ts';

/** Milliseconds: addresses whose next tries are closer together than that share a part. */
const TOGETHER_MS = 10_000;

interface DeferredAddress {
  readonly address: PartAddress;
  readonly tries: unknown;
  /** By the monotonic clock. */
  readonly dueAt: number;
}

/** The addresses of a part that the verifier handed back, to be asked again later. */
export class DeferredAddresses {
  readonly #addresses: readonly PartAddress[];
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #deferred: DeferredAddress[] = [];

  constructor(addresses: readonly PartAddress[], clock: Pick<Clock, 'monotonic'>) {
    this.#addresses = addresses;
    this.#clock = clock;
  }

  options(after: number): DeferOptions {
    return {
      after,
      tries: (index) => this.#addresses[index]?.tries,
      onDeferred: (index, { wait, tries }) => {
        const address = this.#addresses[index];
        const dueAt = this.#clock.monotonic() + wait;
        if (address) this.#deferred.push({ address, tries, dueAt });
      },
    };
  }

  /** Parts of them, each with the time of the last of its addresses. */
  parts(queue: string): NewPart[] {
    const now = this.#clock.monotonic();
    const groups: DeferredAddress[][] = [];
    for (const each of this.#deferred.toSorted((a, b) => a.dueAt - b.dueAt)) {
      const group = groups.at(-1);
      if (group?.[0] && each.dueAt - group[0].dueAt < TOGETHER_MS) group.push(each);
      else groups.push([each]);
    }
    return groups.map((group) => ({
      queue,
      wait: Math.max(0, (group.at(-1)?.dueAt ?? now) - now),
      entries: group.flatMap(({ address, tries }) =>
        address.positions.map((position) => ({ position, tries })),
      ),
    }));
  }
}
