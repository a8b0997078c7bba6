import { MailvetError } from '../../lib/errors.ts';
import { ipVersion } from '../../lib/ip-address.ts';

/** Where a server listens. */
export interface DnsEndpoint {
  /** An IP address, of IPv6 perhaps with a scope (`fe80::1%eth0`). */
  readonly host: string;
  readonly port: number;
}

const DNS_PORT = 53;

/**
 * `ip`, `ip:port` or `[ip]:port`, as resolvers are named in settings and by the system.
 *
 * @throws MailvetError `config` for anything else.
 */
export function parseEndpoint(text: string): DnsEndpoint {
  const { bracketed, bare = text, port = String(DNS_PORT) } = FORM.exec(text)?.groups ?? {};
  const host = bracketed ?? bare;
  const version = ipVersion(host);
  const isAddress = bracketed === undefined ? version > 0 : version === 6;
  if (isAddress && Number(port) > 0 && Number(port) <= 0xffff) return { host, port: Number(port) };
  throw new MailvetError('config', `${text} is not a DNS server such as 192.0.2.53 or [::1]:53`);
}

const FORM = /^(?:\[(?<bracketed>[^\]]+)\]|(?<bare>[^:]+))(?::(?<port>\d{1,5}))?$/;
