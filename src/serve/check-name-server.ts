import { systemClock } from '../lib/clock.ts';
import { parseEndpoint } from '../verifier/dns/endpoint.ts';
import { NameServer } from '../verifier/dns/name-server.ts';
import { type CheckResult, checkServer } from '../verifier/dns/server-check.ts';

/** Checks one name server (`ip`, `ip:port` or `[ip]:port`) as verifications do before they believe it. */
export function checkNameServer(server: string): Promise<CheckResult> {
  return checkServer(new NameServer(parseEndpoint(server), systemClock), systemClock);
}
