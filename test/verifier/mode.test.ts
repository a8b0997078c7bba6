import { expect, it } from 'vitest';
import { judge } from '../../src/contract/verdict.ts';
import { eachTest } from '../support/each-test.ts';
import { findAll, MailWorld } from '../support/mail-world.ts';

const world = eachTest(() => new MailWorld());

/** Each with its fine reason and verdict. */
async function verdicts(mode: 'dns' | 'offline', emails: readonly string[]) {
  const findings = await findAll(world.verifier(), emails, { mode });
  return findings.map((finding) => {
    const { verdict } = judge({ result: { ...finding, detail: { reason: finding.reason } } });
    return [finding.email, finding.reason, verdict];
  });
}

it('dns asks name servers, and opens no session', async () => {
  const host = await world.served('x.test');
  world.dns.zones.set('null.test', { MX: [[0, '']] });
  const found = await verdicts('dns', ['ann@x.test', 'ann@null.test', 'ann@gone.test', 'ann']);
  expect(found).toEqual([
    ['ann@x.test', 'not_probed', 'unknown'],
    ['ann@null.test', 'null_mx', 'undeliverable'],
    ['ann@gone.test', 'no_mx', 'undeliverable'],
    ['ann', 'syntax', 'undeliverable'],
  ]);
  expect(host.sessions).toEqual([]);
});

it('dns needs no name server for a domain on a list of throw-away domains', async () => {
  expect(await verdicts('dns', ['ann@mailinator.com'])).toEqual([
    ['ann@mailinator.com', 'not_looked_up', 'risky'],
  ]);
  expect(world.dns.asked).toEqual([]);
});

it('offline asks nobody', async () => {
  await world.served('x.test');
  expect(await verdicts('offline', ['ann@x.test', 'ann@mailinator.com', 'ann'])).toEqual([
    ['ann@x.test', 'not_looked_up', 'unknown'],
    ['ann@mailinator.com', 'not_looked_up', 'risky'],
    ['ann', 'syntax', 'undeliverable'],
  ]);
  expect(world.dns.asked).toEqual([]);
});
