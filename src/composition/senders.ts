import { createConnect } from '../notify/connections.ts';
import type { NoticeRunner } from '../notify/notice-runner.ts';
import { WebhookRunner } from '../notify/webhook-runner.ts';
import type { ServiceContext } from '../service/ports.ts';
import type { ServiceSettings } from '../settings/service.ts';
import { createDnsSource } from '../verifier/dns/resolver-source.ts';
import type { ServeDeps } from './serve-deps.ts';

/** What a service sends: messages of webhooks, and notices by mail if it has a mail server. */
export interface MessageSenders {
  readonly deliveries: WebhookRunner;
  readonly notices: NoticeRunner | undefined;
}

/**
 * Creates the senders; they are still to be started. What sends mail is loaded where there is a mail server. Names of
 * webhooks are looked up at the verifier's resolvers without a check of their answers: a lie leads to an address that is
 * judged like any other, and to a certificate that does not fit.
 */
export async function createSenders(
  { store, observe }: ServiceContext,
  { verifier = {}, publicUrl, smtpUrl, mailFrom }: ServiceSettings,
  { clock, random }: ServeDeps,
): Promise<MessageSenders> {
  const sending = { store, observe, clock, random, publicUrl };
  const { dns: servers = [], allowNetwork = [] } = verifier;
  const dns = createDnsSource(servers, { clock, check: false });
  const connect = createConnect({ dns, allowNetwork, clock });
  const deliveries = new WebhookRunner({ ...sending, connect });
  if (smtpUrl === undefined) return { deliveries, notices: undefined };
  const { NoticeRunner } = await import('../notify/notice-runner.ts');
  const from = mailFrom ?? `mailvet@${new URL(smtpUrl).hostname}`;
  return { deliveries, notices: new NoticeRunner({ ...sending, smtpUrl, from }) };
}
