import { expect, it } from 'vitest';
import { findHostBehind } from '../../src/verifier/dns/mail-route.ts';
import { MailWorld, Zones } from '../support/mail-world.ts';

const MICROSOFT = 'v=spf1 include:spf.protection.outlook.com -all';

it.each([
  [[MICROSOFT], 'microsoft-365'],
  [['V=SPF1 ip4:192.0.2.1 ?Include:SPF.Protection.Outlook.com ~all'], 'microsoft-365'],
  [['x=1', 'v=spf1 redirect=_spf.google.com'], 'google'],
  [['v=spf1 include:_spf.google.com include:spf.protection.outlook.com -all'], undefined],
  [['v=spf1 -include:_spf.google.com ~all'], undefined],
  [['v=spf1 include:constructor include:spf.protection.outlook.com.a.test'], undefined],
  [['v=spf10 include:_spf.google.com'], undefined],
  [[MICROSOFT, 'v=spf1 -all'], undefined],
  [[], undefined],
])('by %j the host behind is %s', async (TXT, host) => {
  const dns = new Zones();
  dns.zones.set('firm.test', { TXT });
  expect(await findHostBehind(dns, 'firm.test')).toBe(host);
});

const GATEWAY = 'mx1.eu.ess.barracudanetworks.com';

it('is looked up of a domain behind a gateway, and decides nothing', async () => {
  await using world = new MailWorld();
  await world.host(GATEWAY);
  world.dns.zones.set('firm.test', { MX: [[10, GATEWAY]], TXT: [MICROSOFT] });
  const { evidence, smtp } = await world.verifier().verify('ann@firm.test');
  const found = { provider: 'barracuda', behind: 'microsoft-365' };
  expect({ smtp, ...evidence }).toMatchObject({ smtp: true, ...found });
});

it('is not looked up of other domains', async () => {
  await using world = new MailWorld();
  await world.served('own.test');
  const { evidence } = await world.verifier().verify('ann@own.test');
  expect(evidence.behind).toBeUndefined();
  expect(world.dns.asked).not.toContain('TXT own.test');
});
