import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createVerifier } from '../../../../src/verifier/create-verifier.ts';
import { loopClock } from '../../../support/loop-clock.ts';
import { type Heard, MailHost, type Stumble } from '../../../support/mail-host.ts';
import { findAll, truthAbout, Zones } from '../../../support/mail-world.ts';
import { hastened } from '../../../support/manual-clock.ts';
import { runs } from '../../../support/property-runs.ts';

/** Fifty times as fast as the event loop: a host that is silent for 30 s is waited for 600 ms. */
const hasty = hastened(loopClock, 50);

type Slip = (heard: Heard) => Stumble;

const truth: Slip = ({ reply, command }) => ({ says: [reply], hangsUp: command === 'QUIT' });
const hangsUp: Slip = () => ({ says: [], hangsUp: true });
const hangsUpBehind: Slip = ({ reply }) => ({ says: [reply], hangsUp: true });

const tooMany: readonly Slip[] = [
  ({ reply }) => ({ says: [reply, reply] }),
  ({ reply }) => ({ says: [reply, '250 Ok'] }),
  ({ reply }) => ({ says: [reply, '250 Ok', reply] }),
  ({ reply }) => ({ says: [reply, { late: 1, text: '250 Ok' }] }),
  ({ reply }) => ({ says: [reply, { late: 3, text: reply }] }),
  hangsUp,
  hangsUpBehind,
];
const tooFew: readonly Slip[] = [
  () => ({ says: [] }),
  () => ({ says: [] }),
  hangsUp,
  hangsUpBehind,
];

/** How a host slips at each command of each session: in turn, and from the start again. */
type Slips = readonly (readonly Slip[])[];

function worldOf(domains: number, pipelining: boolean, slips: Slips) {
  const dns = new Zones();
  for (let at = 0; at < domains; at++)
    dns.zones.set(`d${at}.test`, { MX: [[0, 'mx.shared.test']] });
  let sessions = 0;
  const dial = async () => {
    const session = slips[sessions++ % slips.length] ?? [truth];
    const stumble = (heard: Heard) => (session[heard.at % session.length] ?? truth)(heard);
    const extensions = [...(pipelining ? ['PIPELINING'] : []), '8BITMIME'];
    const host = new MailHost({ extensions, rcpt: truthAbout, stumble });
    return { kind: 'connected', stream: host.connect() } as const;
  };
  return createVerifier({ helo: 'verify.test' }, { dns, dial, clock: hasty });
}

const DOMAINS = 3;
const people = fc.array(fc.tuple(fc.boolean(), fc.nat(DOMAINS - 1)), {
  minLength: 1,
  maxLength: 25,
});
const emailsOf = (owners: readonly (readonly [boolean, number])[]) =>
  owners.map(([alive, at], who) => `${alive ? 'alive' : 'dead'}${who}@d${at}.test`);

/** Sessions that slip now and then, in one direction: a reply too many hides one too few. */
function slipping(kinds: readonly Slip[]): fc.Arbitrary<readonly Slip[]> {
  const slip = fc.oneof(
    { weight: 6, arbitrary: fc.constant(truth) },
    { weight: 1, arbitrary: fc.constantFrom(...kinds) },
  );
  return fc.array(slip, { minLength: 1, maxLength: 17 });
}
const sessions = fc.array(fc.oneof(slipping(tooMany), slipping(tooFew), fc.constant([truth])), {
  minLength: 1,
  maxLength: 5,
});

describe('a host that says too much, too little or too late', () => {
  it('gives no address a wrong decided verdict', async () => {
    await fc.assert(
      fc.asyncProperty(sessions, people, fc.boolean(), async (slips, owners, pipelining) => {
        const emails = emailsOf(owners);
        const verifier = worldOf(DOMAINS, pipelining, slips);
        const findings = await findAll(verifier, emails);
        await verifier.close();
        expect(findings).toHaveLength(emails.length);
        for (const { email, decided, deliverable, acceptAll } of findings) {
          if (decided) expect([email, deliverable]).toEqual([email, email.startsWith('alive')]);
          expect(acceptAll).toBe(false);
        }
      }),
      { numRuns: runs(60) },
    );
  });
});

describe('a host in step', () => {
  const endings = fc.constantFrom<Slip>(truth, hangsUp, (heard) => ({
    says: ['502 What?'],
    hangsUp: heard.command === 'QUIT',
  }));

  it('always gets decided verdicts, however it ends a session', async () => {
    await fc.assert(
      fc.asyncProperty(endings, people, fc.boolean(), async (end, owners, pipelining) => {
        const emails = emailsOf(owners);
        const slip: Slip = (heard) => (heard.command === 'QUIT' ? end(heard) : truth(heard));
        const verifier = worldOf(DOMAINS, pipelining, [[slip]]);
        const findings = await findAll(verifier, emails);
        await verifier.close();
        expect(
          findings.map(({ email, decided, deliverable }) => [email, decided, deliverable]),
        ).toEqual(emails.map((email) => [email, true, email.startsWith('alive')]));
      }),
      { numRuns: runs(40) },
    );
  });
});
