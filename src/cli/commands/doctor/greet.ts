import { connect, isIP, type Socket, type TcpNetConnectOpts } from 'node:net';

/** What a mail host's greeting shows about this machine. */
export interface Greeting {
  /** This machine's address as the host sees it, where the host names it. */
  readonly seenAs: string | undefined;
  /** The local address of the connection: a private one behind address translation. */
  readonly localAddress: string;
}

/** Milliseconds for the whole dialogue. */
const TIMEOUT_MS = 10_000;
/** Longer than any greeting. */
const MAX_OCTETS = 8192;

/** Where a host is: by default on port 25 at the addresses that the system's resolver gives. */
type Place = Partial<Pick<TcpNetConnectOpts, 'port' | 'lookup'>>;

/** Waits for the greeting, sends EHLO, reads the reply and quits. Rejects without a reply. */
export async function greet(host: string, helo: string, place: Place = {}): Promise<Greeting> {
  return greetOver(connect({ host, port: 25, autoSelectFamily: true, ...place }), helo);
}

/** The same over a socket of the caller's, which is destroyed. */
export async function greetOver(socket: Socket, helo: string): Promise<Greeting> {
  const late = setTimeout(() => socket.destroy(new Error('no answer')), TIMEOUT_MS);
  try {
    return await talk(socket, helo);
  } finally {
    clearTimeout(late);
    socket.destroy();
  }
}

async function talk(socket: Socket, helo: string): Promise<Greeting> {
  const replies = repliesOf(socket);
  const greeting = await replies.next();
  if (greeting.done) throw new Error('it hung up');
  const localAddress = socket.localAddress ?? '';
  // A refusal also shows that port 25 is open.
  if (!greeting.value.startsWith('220')) return { seenAs: undefined, localAddress };
  socket.write(`EHLO ${helo.replace(/[^\x21-\x7e]/g, '')}\r\n`);
  const answer = await replies.next();
  socket.end('QUIT\r\n');
  await replies.next().catch(() => {});
  return { seenAs: ownAddressIn(answer.value ?? ''), localAddress };
}

async function* repliesOf(socket: Socket): AsyncGenerator<string, undefined> {
  let text = '';
  for await (const chunk of socket) {
    text += (chunk as Buffer).toString('latin1');
    if (text.length > MAX_OCTETS) return undefined;
    if (!isWhole(text)) continue;
    yield text;
    text = '';
  }
  return undefined;
}

/** The last line of a reply has a space behind its code (RFC 5321 §4.2). */
function isWhole(reply: string): boolean {
  return /^\d{3} [^\n]*\n$/m.test(reply);
}

/**
 * Many hosts name the client in the first line of their answer: `250-mx.example at your service,
 * [192.0.2.1]`.
 */
export function ownAddressIn(answer: string): string | undefined {
  const first = answer.split('\n')[0] ?? '';
  const words = first.replace(/IPv6:/gi, '').match(/[0-9a-f:.]{7,}/gi) ?? [];
  return words.find((word) => isIP(word) !== 0);
}
