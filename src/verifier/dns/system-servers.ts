import { Resolver } from 'node:dns';
import { readFileSync } from 'node:fs';

/** Where systemd-resolved listens, and where it writes down the servers that it asks itself. */
const STUB = '127.0.0.53';
const STUB_UPSTREAMS = '/run/systemd/resolve/resolv.conf';

/** The machine's name servers; those behind systemd-resolved's stub come after it. */
export function systemServers(): readonly string[] {
  const servers = new Resolver().getServers();
  if (!servers.includes(STUB)) return servers;
  return [...new Set([...servers, ...readServers(STUB_UPSTREAMS)])];
}

function readServers(file: string): string[] {
  try {
    const lines = readFileSync(file, 'utf8').matchAll(/^nameserver\s+(\S+)/gm);
    return [...lines].map(([, server = '']) => server);
  } catch {
    return [];
  }
}
