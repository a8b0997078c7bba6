import { describe, expect, it } from 'vitest';
import {
  BUILT_IN_PROVIDERS,
  ProviderTable,
} from '../../../src/verifier/providers/provider-table.ts';
import { classify } from '../../../src/verifier/smtp/classify.ts';

function meaningOf(host: string, reply: string): string {
  const said = { code: Number(reply.slice(0, 3)), lines: [reply.slice(4)] };
  return classify({ stage: 'rcpt', host, address: 'ann@a.test', reply: said }).meaning;
}

const unverified = (words: string) =>
  `450 4.1.1 <ann@a.test>: Recipient address rejected: unverified address: ${words}`;

describe('what large providers do, and general rules would not guess', () => {
  it.each([
    ['mx3.qq.com', '550 Mailbox not found. [MHa8 IP: 198.51.100.1]', 'no_mailbox'],
    ['mx.example.org', '550 Mailbox not found [MHa8 IP: 198.51.100.1]', 'no_mailbox'],
    [
      'mx1.emailsrvr.com',
      '451 4.7.1 Received too many messages from a new or untrusted IP (G28)',
      'rate_limited',
    ],
    [
      'mx1.emailsrvr.com',
      '450 4.2.1 Mailbox received too much email in a short period of time (G30)',
      'busy',
    ],
    [
      'mx1.privateemail.com',
      unverified('Mailbox might be disabled, full, or may not exist'),
      'no_mailbox',
    ],
    ['mx.example.org', unverified('Address verification in progress'), 'their_trouble'],
    ['mx.example.org', unverified('host m.test[192.0.2.1] said: 550 5.1.1 No'), 'no_mailbox'],
    ['mx.example.org', unverified('host m.test[192.0.2.1] said: 451 4.3.0 No'), 'their_trouble'],
    ['mx.example.org', unverified('Address lookup failure'), 'their_trouble'],
    ['mx00.gmx.net', '421 Reject due to policy violations', 'harvest_limit'],
    [
      'smtp.secureserver.net',
      '550 5.1.1 <ann@a.test> - 192.0.2.1 has sent to too many recipients this hour. IB607',
      'rate_limited',
    ],
    ['mfsmax.docomo.ne.jp', '550 Unknown user ann@a.test', 'no_mailbox'],
    ['msmx.au.com', '550 <ann@a.test>: User unknown', 'no_mailbox'],
    ['msmx.au.com', '550 : User unknown', 'unclear'],
    [
      'smtpz4.laposte.net',
      '550 5.5.0 Le compte du destinataire est bloque. The recipient account is blocked. LPN007_426',
      'disabled',
    ],
    ['smtp-in.sfr.fr', '550 5.7.1 Recipient address rejected: User unknown', 'no_mailbox'],
    ['mx.example.org', '556 5.1.1 <ann@a.test>: Recipient does not exist', 'no_mailbox'],
    ['mx.example.org', '550 5.7.1 The account has been suspended due to abuse', 'disabled'],
    ['mx.example.org', '540 5.7.1 The recipient mailbox has been deleted', 'disabled'],
  ])('%s: %s', (host, reply, meaning) => {
    expect(meaningOf(host, reply)).toBe(meaning);
  });

  it('paces consumers of Microsoft, its companies and its DANE edge apart', () => {
    const table = new ProviderTable(BUILT_IN_PROVIDERS);
    const hosts = [
      'a.olc.protection.outlook.com',
      'a.mail.protection.outlook.com',
      'a.p-v1.mx.microsoft',
    ];
    expect(new Set(hosts.map((host) => table.find(host).key)).size).toBe(3);
  });
});
