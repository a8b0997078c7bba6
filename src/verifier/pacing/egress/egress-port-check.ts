import type { Clock } from '../../../lib/clock.ts';
import type { DnsSource } from '../../dns/source.ts';
import { createDial, type Dial } from '../../net/dial.ts';
import { createGuard } from '../../net/guard.ts';
import { createPortCheck, type PortCheck } from '../../net/port-check.ts';
import type { VerifierSettings } from '../../verifier-settings.ts';
import { createConnectors } from './create-egresses.ts';

type PortCheckSettings = Pick<
  VerifierSettings,
  'egress' | 'port' | 'dnsCheck' | 'allowNetwork' | 'limits'
>;

interface CheckDeps {
  readonly clock: Clock;
  readonly random: () => number;
  readonly dns: DnsSource;
}

/**
 * Checks port 25 by the egresses in turn: behind a proxy that of the machine itself says nothing.
 * Undefined in closed networks, whose name servers are not checked either: they may have no way to
 * the hosts that are known to answer.
 */
export function createEgressPortCheck(
  { egress, port, dnsCheck, allowNetwork, limits }: PortCheckSettings,
  { clock, random, dns }: CheckDeps,
): PortCheck | undefined {
  if (!dnsCheck || !dns.check || port !== SMTP_PORT) return undefined;
  const guard = createGuard(allowNetwork);
  const connecting = { clock, connectLimit: limits.connect };
  const dials = createConnectors(egress, connecting).map((connector) =>
    createDial({ dns, guard, port, connector }),
  );
  return createPortCheck({ dns, dial: inTurn(dials), clock, random });
}

const SMTP_PORT = 25;

function inTurn(dials: readonly Dial[]): Dial {
  let next = 0;
  return (host, signal) => {
    const dial = dials[next++ % dials.length];
    if (!dial) throw new Error('a verifier without an egress');
    return dial(host, signal);
  };
}
