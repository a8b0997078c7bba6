import { NoticeRunner } from '../mail/notice-runner.ts';
import type { ServiceContext } from '../service/ports.ts';
import type { ServiceSettings } from '../settings/service.ts';
import { createDnsSource } from '../verifier/dns/resolver-source.ts';
import { DeliveryRunner } from '../webhooks/delivery-runner.ts';
import { createConnect } from '../webhooks/judged-connection.ts';
import type { ServeDeps } from './serve-deps.ts';

/**
 * Sends the messages of webhooks; still to be started. Names are looked up at the verifier's resolvers,
 * whose word suffices here: a lie leads to an address that is judged all the same, and to a certificate
 * that does not fit.
 */
export function createDeliveries(
  { store, observe }: ServiceContext,
  {
    verifier = {},
    publicUrl,
  }: Pick<ServiceSettings, 'verifier'> & { readonly publicUrl?: string | undefined },
  { clock, random }: ServeDeps,
): DeliveryRunner {
  const { dns: servers = [], allowNetwork = [] } = verifier;
  const dns = createDnsSource(servers, { clock, check: false });
  return new DeliveryRunner({
    store,
    observe,
    clock,
    random,
    publicUrl,
    connect: createConnect({ dns, allowNetwork, clock }),
  });
}

interface MailSettings {
  readonly smtpUrl: string;
  readonly mailFrom?: string | undefined;
  readonly publicUrl?: string | undefined;
}

/** Sends notices by mail; still to be started. */
export function createNotices(
  { store, observe }: ServiceContext,
  { smtpUrl, mailFrom, publicUrl }: MailSettings,
  { clock, random }: ServeDeps,
): NoticeRunner {
  const from = mailFrom ?? `mailvet@${new URL(smtpUrl).hostname}`;
  return new NoticeRunner({ store, observe, clock, random, smtpUrl, from, publicUrl });
}
