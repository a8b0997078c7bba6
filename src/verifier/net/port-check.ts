import { once } from 'node:events';
import type { Duplex } from 'node:stream';
import { orAborted } from '../../lib/abort.ts';
import { setAlarm } from '../../lib/alarm.ts';
import type { Clock } from '../../lib/clock.ts';
import { findMailRoute, settleOptOut } from '../dns/mail-route.ts';
import type { DnsSource } from '../dns/source.ts';
import type { Dial } from './dial.ts';

/** Whether port 25 can be reached at all. `unknown`: the hosts to try could not be found. */
export type PortState = 'open' | 'closed' | 'unknown';

/** Checks the port; the signal ends the check as `unknown`. Never rejects. */
export type PortCheck = (closing: AbortSignal) => Promise<PortState>;

interface PortCheckParts {
  readonly dns: DnsSource;
  readonly dial: Dial;
  readonly clock: Clock;
  readonly random: () => number;
}

/** Domains whose mail hosts answer anybody at any time. */
const REFERENCES = ['gmail.com', 'outlook.com'];
/** Milliseconds for the look-up, the connection and the greeting. */
const CHECK_LIMIT = 5000;

/**
 * Waits for the greeting of hosts that are known to answer. It tells a network that lets nothing
 * through to port 25 from mail hosts that are down.
 */
export function createPortCheck(parts: PortCheckParts): PortCheck {
  return async (closing) => {
    const over = new AbortController();
    const signal = AbortSignal.any([over.signal, closing]);
    const callOff = setAlarm(parts.clock, CHECK_LIMIT, () => over.abort());
    const states = await Promise.all(
      REFERENCES.map((domain) =>
        checkDomain(parts, domain, signal).catch(() => 'unknown' as const),
      ),
    );
    callOff();
    if (closing.aborted) return 'unknown';
    if (states.includes('open')) return 'open';
    return states.includes('closed') ? 'closed' : 'unknown';
  };
}

async function checkDomain(
  { dns, dial, clock, random }: PortCheckParts,
  domain: string,
  signal: AbortSignal,
): Promise<PortState> {
  const found = findMailRoute(dns, domain, { clock, random }).then(settleOptOut);
  const route = await orAborted(found, signal);
  const host = route.kind === 'hosts' ? route.hosts[0] : undefined;
  if (host === undefined) return 'unknown';
  try {
    const dialled = await dial(host, signal);
    if (dialled.kind === 'connected')
      return (await greets(dialled.stream, signal)) ? 'open' : 'closed';
    return dialled.kind === 'failed' && dialled.cause !== 'lookup' ? 'closed' : 'unknown';
  } catch {
    // The time is over: nothing came back.
    return 'closed';
  }
}

/** Any words of a mail host will do. */
async function greets(stream: Duplex, signal: AbortSignal): Promise<boolean> {
  try {
    await once(stream, 'data', { signal });
    stream.end('QUIT\r\n');
    return true;
  } catch {
    return false;
  } finally {
    stream.on('error', () => {});
    setImmediate(() => stream.destroy());
  }
}
