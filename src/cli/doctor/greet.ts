import { connect, isIP, type Socket } from 'node:net';

/** What a mail host let us see of ourselves. */
export interface Greeted {
  /** Our address as the host sees it, where it tells. */
  readonly seenAs: string | undefined;
  /** Our end of the connection: a private one behind address translation. */
  readonly localAddress: string;
}

/** Milliseconds for all of it. */
const PATIENCE = 10_000;
/** No greeting is that long. */
const MOST_OCTETS = 8192;

/** Waits for the greeting, says EHLO, reads the answer and leaves. */
export function greet(host: string, helo: string): Promise<Greeted> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port: 25 });
    const late = setTimeout(() => socket.destroy(new Error('no answer')), PATIENCE);
    const localAddress = () => socket.localAddress ?? '';
    const hello = readHello(socket, helo);
    socket.once('error', reject);
    socket.once('close', () => {
      clearTimeout(late);
      const seenAs = ownAddressIn(hello.answer);
      if (hello.answer === '') reject(new Error('it hung up'));
      else resolve({ seenAs, localAddress: hello.localAddress || localAddress() });
    });
  });
}

function readHello(socket: Socket, helo: string) {
  const heard = { greeting: '', answer: '', localAddress: '' };
  socket.on('data', (chunk: Buffer) => {
    heard.localAddress = socket.localAddress ?? '';
    const text = chunk.toString('latin1');
    if (isWhole(heard.greeting)) heard.answer += text;
    else {
      heard.greeting += text;
      if (isWhole(heard.greeting)) socket.write(`EHLO ${helo}\r\n`);
    }
    const isDone = isWhole(heard.answer) || !/^(2|$)/.test(heard.greeting);
    if (isDone || heard.greeting.length + heard.answer.length > MOST_OCTETS) socket.end('QUIT\r\n');
  });
  return heard;
}

/** The last line of a reply has a space behind its code (RFC 5321 §4.2). */
function isWhole(reply: string): boolean {
  return /^\d{3} [^\n]*\n$/m.test(reply);
}

/** Many hosts name the client in the first line of their answer: `250-mx.example at your service, [192.0.2.1]`. */
export function ownAddressIn(answer: string): string | undefined {
  const first = answer.split('\n')[0] ?? '';
  const words = first.replace(/IPv6:/gi, '').match(/[0-9a-f:.]{7,}/gi) ?? [];
  return words.find((word) => isIP(word) !== 0);
}
