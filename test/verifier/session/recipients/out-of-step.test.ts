import { describe, expect, it } from 'vitest';
import type { Heard, Stumble } from '../../../support/mail-host.ts';
import { findAll, MailWorld, truthAbout } from '../../../support/mail-world.ts';

const EMAILS = ['alive0', 'dead1', 'alive2', 'alive3', 'dead4', 'dead5', 'alive6', 'dead7'].map(
  (name) => `${name}@a.test`,
);
const limits = { connect: 1000, greeting: 1000, command: 300, session: 5000, single: 5000 };

type Fault = (heard: Heard) => Stumble | undefined;

async function find(fault: Fault, pipelining: boolean, emails = EMAILS) {
  await using world = new MailWorld();
  const host = await world.served('a.test', {
    extensions: [...(pipelining ? ['PIPELINING'] : []), '8BITMIME'],
    rcpt: truthAbout,
    stumble: fault,
  });
  const findings = await findAll(world.verifier({ limits }), emails);
  return { findings, host };
}

const isLiving = (email: string) => email.startsWith('alive');
const isTo = (verb: string) => (heard: Heard) => heard.command.startsWith(verb);
const atRecipient = (number: number) => (heard: Heard) => heard.recipient === number;
const who = (name: string) => (heard: Heard) => heard.command.includes(name);

const twice = (heard: Heard) => ({ says: [heard.reply, heard.reply] });
const withOk = (heard: Heard) => ({ says: [heard.reply, '250 Ok'] });
const withLateOk = (heard: Heard) => ({ says: [heard.reply, { late: 50, text: '250 Ok' }] });
const lost = () => ({ says: [] });
const before = (text: string) => (heard: Heard) => ({ says: [text, heard.reply] });
const later = (text: string, late: number) => (heard: Heard) => ({
  says: [text, { late, text: heard.reply }],
});
const naming = (address: string) => (heard: Heard) => ({
  says: [heard.reply.replace(/(?<=^\d\d\d [\d.]+) .*/, ` <${address}>`)],
});

/** Where, and what is wrong there. */
const FAULTS: readonly [string, (heard: Heard) => boolean, (heard: Heard) => Stumble][] = [
  ['a second 250 to EHLO', isTo('EHLO'), withOk],
  ['a second 250 to EHLO, 50 ms late', isTo('EHLO'), withLateOk],
  ['the whole reply to EHLO twice', isTo('EHLO'), twice],
  ['a second 250 to MAIL', isTo('MAIL'), twice],
  ['a second 250 to MAIL, 50 ms late', isTo('MAIL'), withLateOk],
  ['a second reply to the first recipient', atRecipient(1), twice],
  ['a second reply to the second recipient', atRecipient(2), twice],
  ['a second reply to the third recipient', atRecipient(3), twice],
  ['a second reply to the seventh recipient', atRecipient(7), twice],
  ['another 250 behind the third recipient, 50 ms late', atRecipient(3), withLateOk],
  ['a second reply about one address', who('dead4'), twice],
  ['no reply to MAIL', isTo('MAIL'), lost],
  ['no reply to the second recipient', atRecipient(2), lost],
  ['no reply to the fifth recipient', atRecipient(5), lost],
  ['no reply about one address', who('alive3'), lost],
  ['"250 queued" before each reply', isTo('RCPT'), before('250 queued for lookup')],
  ['"250 queued", and each reply 50 ms late', isTo('RCPT'), later('250 queued for lookup', 50)],
  ['each reply twice', () => true, twice],
  ['each reply to a recipient twice', isTo('RCPT'), twice],
  ['the name of another recipient', isTo('RCPT'), naming('alive6@a.test')],
  ['the name of somebody else', isTo('RCPT'), naming('who@a.test')],
  ['two greetings', (heard) => heard.at === 0, before('220 Welcome')],
];

describe.each([true, false])('a host that replies out of step, PIPELINING %s', (pipelining) => {
  it.each(FAULTS)('with %s gives no address the answer of another', async (_, where, fault) => {
    const stumble = (heard: Heard) => (where(heard) ? fault(heard) : undefined);
    const { findings } = await find(stumble, pipelining);
    expect(findings).toHaveLength(EMAILS.length);
    const wrong = findings.filter((one) => one.decided && one.deliverable !== isLiving(one.email));
    expect(wrong.map((one) => [one.email, one.reason])).toEqual([]);
    expect(findings.some((one) => one.acceptAll)).toBe(false);
  });

  it('about one address leaves that one undecided, and finds the others', async () => {
    const { findings } = await find(
      (heard) => (who('dead4')(heard) ? twice(heard) : undefined),
      pipelining,
    );
    expect(findings.map((one) => one.reason)).toEqual(
      EMAILS.map((email) => {
        if (email.startsWith('dead4')) return 'out_of_step';
        return isLiving(email) ? 'accepted' : 'no_mailbox';
      }),
    );
  });

  it('in one session is asked again, one recipient a session', async () => {
    let sessions = 0;
    const { findings, host } = await find((heard) => {
      if (heard.at === 0) sessions++;
      return sessions === 1 && heard.recipient === 1 ? twice(heard) : undefined;
    }, pipelining);
    expect(findings.every((one) => one.decided && one.deliverable === isLiving(one.email))).toBe(
      true,
    );
    expect(host.sessions.length).toBeGreaterThan(EMAILS.length / 2);
  });

  it('for ever is not asked for ever', async () => {
    const emails = Array.from({ length: 200 }, (_, at) => `alive${at}@a.test`);
    const { findings, host } = await find(
      (heard) => (heard.recipient ? twice(heard) : undefined),
      pipelining,
      emails,
    );
    expect(new Set(findings.map((one) => `${one.reason} ${one.score}`))).toEqual(
      new Set(['out_of_step 45']),
    );
    expect(host.sessions.length).toBeLessThanOrEqual(12);
  });
});

describe('a host in step', () => {
  const hangsUpAt =
    (where: (heard: Heard) => boolean, says = true) =>
    (heard: Heard) =>
      where(heard) ? { says: says ? [heard.reply] : [], hangsUp: true } : undefined;

  it.each<[string, Fault]>([
    ['that hangs up instead of answering QUIT', hangsUpAt(isTo('QUIT'), false)],
    [
      'that does not know QUIT',
      (heard) => (heard.command === 'QUIT' ? { says: ['502 What?'], hangsUp: true } : undefined),
    ],
    [
      'that says 250 to QUIT',
      (heard) => (heard.command === 'QUIT' ? { says: ['250 Bye'], hangsUp: true } : undefined),
    ],
    ['that hangs up behind the third recipient', hangsUpAt(atRecipient(3))],
    ['that hangs up at the third recipient', hangsUpAt(atRecipient(3), false)],
    [
      'that closes by 421 at the third recipient',
      (heard) =>
        heard.recipient === 3 ? { says: ['421 4.7.0 Enough'], hangsUp: true } : undefined,
    ],
    [
      'that hangs up behind whom it refuses',
      (heard) =>
        heard.reply.startsWith('550') ? { says: [heard.reply], hangsUp: true } : undefined,
    ],
    [
      'that names each recipient',
      (heard) =>
        heard.recipient
          ? { says: [heard.reply.replace(' Ok', ` ${heard.command.slice(8)} Ok`)] }
          : undefined,
    ],
  ])('%s decides all the same', async (_, fault) => {
    await using world = new MailWorld();
    await world.served('a.test', { rcpt: truthAbout, stumble: fault });
    const pacing = { firstPause: 1, longestPause: 1000 };
    const findings = await findAll(world.verifier({ limits }, { pacing }), EMAILS);
    expect(findings.map((one) => [one.email, one.decided, one.deliverable])).toEqual(
      EMAILS.map((email) => [email, true, isLiving(email)]),
    );
  });
});
