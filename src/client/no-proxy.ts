import { BlockList, isIP } from 'node:net';

/**
 * Whether NO_PROXY names a host by a network (`10.96.0.0/12`, `fd00::/8`) or with a `*` in it (`127.*`,
 * `build-*.example.com`), each with a port or without. Names and single addresses are left to undici, which knows no others.
 */
export function isInNoProxyNetwork(url: URL, noProxy: string): boolean {
  const host = url.hostname
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase();
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  return noProxy.split(/[,\s]+/).some((entry) => {
    const [, pattern = '', wanted = port] = ENTRY.exec(entry.toLowerCase()) ?? [];
    if (wanted !== port) return false;
    return pattern.includes('/') ? isInNetwork(host, pattern) : matches(host, pattern);
  });
}

/** A pattern, in brackets where it has colons and a port follows, and the port. */
const ENTRY = /^\[?([^\][]*?)\]?(?::(\d+))?$/;

function isInNetwork(host: string, network: string): boolean {
  const [start = '', bits = ''] = network.split('/');
  const family = isIP(start) === 6 ? 'ipv6' : 'ipv4';
  const most = family === 'ipv6' ? 128 : 32;
  if (isIP(start) === 0 || !/^\d{1,3}$/.test(bits) || Number(bits) > most) return false;
  const list = new BlockList();
  list.addSubnet(start, Number(bits), family);
  return addressesOf(host).some((each) => list.check(each, isIP(each) === 6 ? 'ipv6' : 'ipv4'));
}

/** A name is not looked up, but `localhost` is this machine (RFC 6761 §6.3). */
function addressesOf(host: string): string[] {
  if (host === 'localhost') return ['127.0.0.1', '::1'];
  return isIP(host) === 0 ? [] : [host];
}

/** `*` stands for any part of a host. Compared piece by piece: a pattern would be tried from each character. */
function matches(host: string, pattern: string): boolean {
  // `*.example.com` is a name to undici, and a lone `*` is every host.
  if (!pattern.includes('*') || /^\*?\.?[^*]*$/.test(pattern)) return false;
  const [first = '', ...pieces] = pattern.split('*');
  const last = pieces.pop() ?? '';
  if (!host.startsWith(first) || !host.slice(first.length).endsWith(last)) return false;
  const end = host.length - last.length;
  let at = first.length;
  for (const piece of pieces) {
    const found = host.indexOf(piece, at);
    if (found === -1 || found + piece.length > end) return false;
    at = found + piece.length;
  }
  return true;
}
