import { expect, it } from 'vitest';
import type { TraceEvent } from '../../../src/verifier/engine/trace.ts';
import { MailWorld, mailboxes } from '../../support/mail-world.ts';

function told(event: TraceEvent): string {
  switch (event.event) {
    case 'dns':
      return `${event.type} ${event.name} ${event.kind}`;
    case 'host':
      return `${event.host} ${event.kind} ${event.address}`;
    case 'sent':
      return `> ${event.command}`;
    case 'reply':
      return `< ${event.code}`;
    case 'fault':
      return `! ${event.fault}`;
    case 'judged':
      return `${event.stage} ${event.rule} ${event.meaning}`;
  }
}

it('a trace tells look-ups, hosts, the dialogue and the rules, in order', async () => {
  await using world = new MailWorld();
  await world.served('a.test', { rcpt: mailboxes('ann') });
  const events: TraceEvent[] = [];
  const verifier = world.verifier({}, { trace: (event) => events.push(event) });
  await verifier.verify('bob@a.test');
  await verifier.close();
  const story = events.map(told);
  expect(story).toEqual(
    expect.arrayContaining([
      'MX a.test records',
      'mx.a.test connected 127.0.0.2',
      '> EHLO verify.test',
      '> RCPT TO:<bob@a.test>',
      '< 550',
      'rcpt plainly-missing no_mailbox',
      '> QUIT',
    ]),
  );
  expect(story.indexOf('> RCPT TO:<bob@a.test>')).toBeLessThan(story.indexOf('< 550'));
  expect(events.find(({ event }) => event === 'judged')).toHaveProperty('because');
});

it('a trace tells who failed to answer', async () => {
  await using world = new MailWorld();
  await world.served('a.test', { greeting: 'drop' });
  world.dns.zones.set('b.test', { fails: true });
  const events: TraceEvent[] = [];
  const verifier = world.verifier({}, { trace: (event) => events.push(event) });
  await verifier.verify('ann@a.test');
  await verifier.verify('ann@b.test');
  expect(events.map(told)).toEqual(expect.arrayContaining(['! closed', 'MX b.test failure']));
});
