import { describe, expect, it } from 'vitest';
import type { Finding, Verifier } from '../../../src/verifier/verifier.ts';
import { eachTest } from '../../support/each-test.ts';
import { isRandom, MailWorld, mailboxes } from '../../support/mail-world.ts';
import { manualClock } from '../../support/manual-clock.ts';

const world = eachTest(() => new MailWorld());

const MINUTE = 60_000;

interface RunEnd {
  readonly found: Map<string, Finding>;
  readonly deferred: Map<string, { wait: number; tries: unknown }>;
}

/** One run over a part; what it hands back goes through JSON, as a queue does it. */
async function run(
  verifier: Verifier,
  emails: readonly string[],
  earlier?: RunEnd['deferred'],
): Promise<RunEnd> {
  const [found, deferred] = [new Map<string, Finding>(), new Map()];
  const email = (index: number) => emails[index] ?? '';
  await verifier.verifyAll(emails, (index, finding) => found.set(email(index), finding), {
    defer: {
      after: 10_000,
      tries: (index) => earlier?.get(email(index))?.tries,
      onDeferred: (index, deferral) =>
        deferred.set(email(index), JSON.parse(JSON.stringify(deferral))),
    },
  });
  return { found, deferred };
}

/** Greylists each address, the random one included, as often as told. */
function greylisting(times: number, ...names: readonly string[]) {
  const seen = new Map<string, number>();
  return (address: string) => {
    const before = seen.get(address) ?? 0;
    seen.set(address, before + 1);
    if (before < times) return '451 4.7.1 Greylisted';
    return isRandom(address) ? '550 5.1.1 No' : mailboxes(...names)(address);
  };
}

describe('a run that defers', () => {
  it('hands back greylisted addresses at once, with their wait, and reports the others', async () => {
    await world.served('a.test', { rcpt: greylisting(1, 'ann') });
    await world.served('b.test', { rcpt: mailboxes('bob') });
    const verifier = world.verifier({ greylistRetries: [MINUTE] }, { clock: manualClock() });
    const end = await run(verifier, ['ann@a.test', 'bob@b.test', 'eve@a.test']);
    expect([...end.found.keys()]).toEqual(['bob@b.test']);
    expect(end.deferred.get('ann@a.test')?.wait).toBe(MINUTE);
    expect([...end.deferred.keys()].sort()).toEqual(['ann@a.test', 'eve@a.test']);
  });

  it('ends over several processes as it does in one', async () => {
    await world.served('a.test', { rcpt: greylisting(2, 'ann') });
    const settings = { greylistRetries: [MINUTE, 5 * MINUTE, 15 * MINUTE] };
    const process = () => world.verifier(settings, { clock: manualClock() });
    const emails = ['ann@a.test', 'eve@a.test'];
    let end = await run(process(), emails);
    const waits = [end.deferred.get('ann@a.test')?.wait];
    const found = new Map(end.found);
    while (end.deferred.size > 0) {
      end = await run(process(), [...end.deferred.keys()], end.deferred);
      waits.push(end.deferred.get('ann@a.test')?.wait);
      for (const [email, finding] of end.found) found.set(email, finding);
    }
    expect(waits).toEqual([MINUTE, 5 * MINUTE, undefined]);
    expect(found.get('ann@a.test')).toMatchObject({
      reason: 'accepted',
      evidence: { attempts: 3 },
    });
    expect(found.get('eve@a.test')).toMatchObject({ reason: 'no_mailbox' });
  });

  it('leaves an address undecided after the last of its tries', async () => {
    await world.served('a.test', { rcpt: greylisting(9) });
    const process = () => world.verifier({ greylistRetries: [MINUTE] }, { clock: manualClock() });
    const first = await run(process(), ['ann@a.test']);
    const second = await run(process(), ['ann@a.test'], first.deferred);
    expect(second.deferred.size).toBe(0);
    expect(second.found.get('ann@a.test')).toMatchObject({
      reason: 'greylisted',
      evidence: { attempts: 2 },
    });
  });

  it('begins anew where what was noted makes no sense', async () => {
    await world.served('a.test', { rcpt: greylisting(9) });
    const verifier = world.verifier({ greylistRetries: [MINUTE] }, { clock: manualClock() });
    const nonsense = new Map([['ann@a.test', { wait: 0, tries: { rounds: -1, reason: 3 } }]]);
    const { deferred } = await run(verifier, ['ann@a.test'], nonsense);
    expect(deferred.size).toBe(1);
  });
});

describe('routes', () => {
  it('name the provider, and where no host needs to be asked', async () => {
    await world.served('a.test', { rcpt: mailboxes('ann') });
    const emails = ['ann@a.test', 'no address', 'x@missing.test', 'any@sandbox.test'];
    const routes = await world.verifier().routes?.(emails, 10_000);
    expect(routes?.map(({ kind }) => kind)).toEqual(['hosts', 'none', 'none', 'none']);
    expect(routes?.[0]).toMatchObject({ isKnown: false });
  });
});
