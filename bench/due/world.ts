/** Mailboxes that die by a hazard of their provider: each day with the same chance. */
import { seededRandom } from '../../src/lists/file/sample.ts';

interface WorldProvider {
  readonly name: string;
  /** Of all mailboxes. */
  readonly share: number;
  /** Share of mailboxes that die within a year. */
  readonly yearly: number;
}

export interface Mailbox {
  readonly provider: string;
  /** The day on which it dies. */
  readonly dies: number;
}

/** Hazards as far apart as those of webmail, which keeps accounts for decades, and of firms that close. */
export const APART: readonly WorldProvider[] = [
  { name: 'webmail', share: 0.5, yearly: 0.01 },
  { name: 'office', share: 0.25, yearly: 0.02 },
  { name: 'hosting', share: 0.15, yearly: 0.35 },
  { name: 'campus', share: 0.1, yearly: 0.7 },
];

/** The same with a smaller difference: what can be won is less. */
export const CLOSER: readonly WorldProvider[] = [
  { name: 'webmail', share: 0.5, yearly: 0.03 },
  { name: 'office', share: 0.25, yearly: 0.1 },
  { name: 'hosting', share: 0.15, yearly: 0.3 },
  { name: 'campus', share: 0.1, yearly: 0.5 },
];

/** No difference: `due` can find nothing out. */
export const ALIKE: readonly WorldProvider[] = [{ name: 'all', share: 1, yearly: 0.2 }];

export function createWorld(
  providers: readonly WorldProvider[],
  { size, seed }: { readonly size: number; readonly seed: number },
): readonly Mailbox[] {
  const random = seededRandom(seed);
  return providers.flatMap(({ name, share, yearly }) => {
    const hazard = -Math.log(1 - yearly) / 365;
    const count = Math.round(size * share);
    return Array.from({ length: count }, () => {
      return { provider: name, dies: -Math.log(1 - random()) / hazard };
    });
  });
}
