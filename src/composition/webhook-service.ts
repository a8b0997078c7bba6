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
  { store, observe }: Pick<ServiceContext, 'store' | 'observe'>,
  {
    verifier = {},
    publicUrl,
  }: Pick<ServiceSettings, 'verifier'> & { readonly publicUrl?: string | undefined },
  { clock, random }: Pick<ServeDeps, 'clock' | 'random'>,
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
