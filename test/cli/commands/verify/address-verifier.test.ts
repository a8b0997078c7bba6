import { describe, expect, it } from 'vitest';
import { AddressVerifier } from '../../../../src/cli/commands/verify/address-verifier.ts';
import type { ServiceClient } from '../../../../src/contract/client/service-client.ts';
import { systemClock } from '../../../../src/lib/clock.ts';
import { ACCEPTED_FACTS } from '../../../support/accepted-facts.ts';

describe('AddressVerifier', () => {
  it('ends the requests under way when nobody reads further', async () => {
    const ended: string[] = [];
    const { promise: allSent, resolve: lastIsSent } = Promise.withResolvers<void>();
    const verify: ServiceClient['verify'] = async (email, { signal } = {}) => {
      if (email === 'third@b.de') lastIsSent();
      await allSent;
      if (email === 'first@b.de') return { email, ...ACCEPTED_FACTS };
      signal?.addEventListener('abort', () => ended.push(email), { once: true });
      return await new Promise<never>(() => {});
    };
    const verifier = new AddressVerifier({
      client: async () => ({ verify }) as ServiceClient,
      clock: systemClock,
      signal: new AbortController().signal,
      timeout: undefined,
      noCache: false,
      concurrency: 3,
      ordered: true,
      single: false,
      tableHint: () => 'Verify it with: mailvet clean',
    });
    for await (const _ of verifier.answers(linesOf('first@b.de', 'second@b.de', 'third@b.de'))) {
      break;
    }
    expect(ended).toEqual(['second@b.de', 'third@b.de']);
  });
});

async function* linesOf(...lines: readonly string[]) {
  for (const [at, text] of lines.entries()) yield { text, line: at + 1 };
}
