import type { Duplex } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { systemClock } from '../../../src/lib/clock.ts';
import { createVerifier } from '../../../src/verifier/create-verifier.ts';
import { MailHost } from '../../support/mail-host.ts';
import { truthAbout, Zones } from '../../support/mail-world.ts';
import { hastened } from '../../support/manual-clock.ts';
import { runs } from '../../support/property-runs.ts';

/** Time runs a thousand times as fast. */
const hasty = hastened(systemClock, 1000);

/** What a host may say instead of the truth, none of which is about a mailbox. */
const TROUBLES = [
  '421 4.3.2 Closing',
  '450 4.2.0 Greylisted',
  '451 4.7.1 Try again later',
  '452 4.5.3 Too many recipients',
  '550 5.7.1 Client host blocked using a list',
  '550 5.7.1 Too many invalid recipients',
  '550 5.1.8 Sender rejected',
  '530 5.7.0 Must issue STARTTLS',
  'drop',
  'hang',
  'truth',
  'truth',
  'truth',
] as const;

type Trouble = (typeof TROUBLES)[number];

/** A host that tells the truth about a mailbox, or nothing at all about it. */
function connectTo(next: () => Trouble): Duplex {
  const rcpt = (recipient: string) => {
    const trouble = next();
    return trouble === 'truth' ? truthAbout(recipient) : trouble;
  };
  return new MailHost({ rcpt, extensions: [] }).connect();
}

describe('a list in a world full of trouble', () => {
  it('ends, is reported once each, and never takes trouble for a word on a mailbox', async () => {
    const troubles = fc.infiniteStream(fc.constantFrom(...TROUBLES));
    const owners = fc.array(fc.tuple(fc.boolean(), fc.nat(3)), { minLength: 1, maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(troubles, owners, async (stream, people) => {
        const dns = new Zones();
        for (const at of [0, 1, 2, 3]) {
          dns.zones.set(`d${at}.test`, { MX: [[0, `mx.shared${at % 2}.test`]] });
        }
        const dial = async () =>
          ({ kind: 'connected', stream: connectTo(() => stream.next().value) }) as const;
        const settings = { helo: 'verify.test', greylistRetries: [1000, 2000] };
        const pacing = { firstPause: 500, longestPause: 1000, rest: 1000 };
        const verifier = createVerifier(settings, { dns, dial, pacing, clock: hasty });
        const emails = people.map(
          ([alive, at], who) => `${alive ? 'alive' : 'dead'}${who}@d${at}.test`,
        );
        const reports = emails.map(() => 0);
        await verifier.verifyAll(emails, (index, finding) => {
          reports[index] = (reports[index] ?? 0) + 1;
          if (finding.decided) expect(finding.deliverable).toBe(finding.email.startsWith('alive'));
        });
        expect(reports).toEqual(emails.map(() => 1));
        await verifier.close();
      }),
      { numRuns: runs(25) },
    );
  });
});
