import { expect, it } from 'vitest';
import { distinct, divideByProvider } from '../../../src/service/parts/divide-by-provider.ts';
import type { AddressRoute } from '../../../src/verifier/verifier.ts';

/** A route by the domain: `none.test` has none, `big.test` is in the table. */
async function routes(emails: readonly string[]): Promise<AddressRoute[]> {
  return emails.map((email) => {
    const domain = email.slice(email.indexOf('@') + 1);
    if (domain === 'none.test') return { kind: 'none' };
    if (domain === 'late.test') return { kind: 'unknown' };
    const isKnown = domain === 'big.test';
    return { kind: 'hosts', provider: isKnown ? 'big eu' : domain, isKnown };
  });
}

async function divide(emails: readonly string[]) {
  const entries = emails.map((email, position) => ({ position, email, cacheKey: email }));
  const { local, parts } = await divideByProvider(distinct(entries), { routes });
  const sizes = parts.map(({ queue, entries: { length } }) => [queue, length]);
  return { local: local.map(({ email }) => email), sizes, parts };
}

const many = (count: number, domain: string) =>
  Array.from({ length: count }, (_, n) => `u${n}@${domain}`);

it('a provider of the table has parts of its own, however few its addresses are', async () => {
  const { sizes } = await divide(['a@big.test', ...many(3, 'one.test')]);
  expect(sizes).toEqual([
    ['part/big', 1],
    ['part/hosts', 3],
  ]);
});

it('a long list at one provider is cut into parts of the same size', async () => {
  expect((await divide(many(501, 'big.test'))).sizes).toEqual([
    ['part/big', 167],
    ['part/big', 167],
    ['part/big', 167],
  ]);
});

it('hosts with many addresses have parts of their own, the others share theirs', async () => {
  const { sizes } = await divide([
    ...many(30, 'one.test'),
    ...many(3, 'two.test'),
    ...many(4, 'three.test'),
    'a@late.test',
  ]);
  expect(sizes).toEqual([
    ['part/hosts', 30],
    ['part/hosts', 8],
  ]);
});

it('small hosts share parts of a hundred, one with many addresses has larger ones', async () => {
  const small = Array.from({ length: 240 }, (_, n) => `u@h${n}.one.test`);
  const { sizes } = await divide([...many(240, 'one.test'), ...small]);
  expect(sizes).toEqual([
    ['part/hosts', 240],
    ['part/hosts', 80],
    ['part/hosts', 80],
    ['part/hosts', 80],
  ]);
});

it('addresses for which no host needs to be asked are in no part', async () => {
  const { local, sizes } = await divide(['a@none.test', 'b@none.test']);
  expect(local).toEqual(['a@none.test', 'b@none.test']);
  expect(sizes).toEqual([]);
});

it('all entries of a mailbox are in one part', async () => {
  const { parts } = await divide(['a@big.test', 'b@one.test', 'a@big.test']);
  expect(parts[0]?.entries.map(({ position }) => position)).toEqual([0, 2]);
});
