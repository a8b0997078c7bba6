/**
 * Preloaded (`--import`) into a verifier from npm: port 25 becomes $WORLD_PORT, and the name server at
 * $WORLD_RESOLVER (`ip:port`) makes names addresses.
 */
import dns from 'node:dns';
import net, { isIP } from 'node:net';

const { WORLD_PORT, WORLD_RESOLVER = '' } = process.env;
const port = Number(WORLD_PORT);
dns.setServers([WORLD_RESOLVER]);
Object.assign(dns, { lookup });
const { connect: connectTo } = net;
Object.assign(net, { connect, createConnection: connect });

/** The arguments of `net.connect`. */
function connect(first: unknown, ...rest: unknown[]): net.Socket {
  const target = first === 25 ? port : isToMail(first) ? { ...first, port } : first;
  return Reflect.apply(connectTo, net, [target, ...rest]);
}

function isToMail(options: unknown): options is { port: 25 } {
  return (
    typeof options === 'object' && options !== null && 'port' in options && options.port === 25
  );
}

type Found = (error: Error | null, address?: unknown, family?: number) => void;

/** `dns.lookup` with the world's name servers. */
function lookup(name: string, options: dns.LookupOptions | Found, done?: Found): void {
  const answer = (typeof options === 'function' ? options : done) ?? (() => {});
  const all = typeof options === 'object' && options.all === true;
  findAddresses(name).then((found) => {
    const [first = ''] = found;
    if (all)
      answer(
        null,
        found.map((address) => ({ address, family: isIP(address) })),
      );
    else answer(null, first, isIP(first));
  }, answer);
}

async function findAddresses(name: string): Promise<readonly string[]> {
  if (isIP(name)) return [name];
  // RFC 6761: no name server is asked about it.
  if (name === 'localhost') return ['127.0.0.1'];
  try {
    return await dns.promises.resolve4(name);
  } catch {
    return dns.promises.resolve6(name);
  }
}
