/**
 * A mail world at a distance, as a process of its own: every reply is due one round trip after its
 * command arrived, so that commands sent together share it. Prints its port; a line on stdin asks
 * for counts and begins to count anew.
 */
import { createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';

const ROUND_TRIP = Number(process.argv[2] ?? 20);
let count = { connections: 0, open: 0, peak: 0, recipients: 0, refused: 0 };

// Half open, since a hang-up is answered a round trip later as well.
const server = createServer({ noDelay: true, allowHalfOpen: true }, (socket) => {
  // Those that are still closing when it is counted anew stay with what went before.
  const counted = count;
  counted.connections++;
  counted.open++;
  counted.peak = Math.max(counted.peak, counted.open);
  let isOpen = true;
  const leave = () => {
    if (isOpen) counted.open--;
    isOpen = false;
    socket.end();
  };
  socket.on('close', leave);
  socket.on('error', () => {});
  socket.on('end', () => later(leave));
  later(() => say(socket, '220 mx.bench.test ESMTP'));
  let rest = '';
  socket.on('data', (chunk: Buffer) => {
    const lines = (rest + chunk.toString('latin1')).split('\r\n');
    rest = lines.pop() ?? '';
    const replies = lines.map(answer).join('\r\n');
    if (replies === '') return;
    later(() => {
      say(socket, replies);
      if (replies.endsWith('221 2.0.0 Bye')) leave();
    });
  });
});

function say(socket: Socket, reply: string): void {
  if (socket.writable) socket.write(`${reply}\r\n`);
}

function later(act: () => void): void {
  setTimeout(act, ROUND_TRIP);
}

function answer(line: string): string {
  const recipient = /^rcpt to: *<(.*)>/i.exec(line)?.[1];
  if (recipient !== undefined) return answerRecipient(recipient);
  if (/^ehlo/i.test(line)) return '250-mx.bench.test\r\n250-PIPELINING\r\n250 8BITMIME';
  return /^quit/i.test(line) ? '221 2.0.0 Bye' : '250 2.0.0 Ok';
}

/** `a12@…` exists; `h12@…` unless its number is odd, `t12@…` unless it is a tenth; nobody else does. */
function answerRecipient(address: string): string {
  count.recipients++;
  const [, kind = '', number = ''] = /^([aht])(\d+)@/.exec(address) ?? [];
  if (EXISTS[kind]?.(Number(number))) return '250 2.1.5 Ok';
  count.refused++;
  return '550 5.1.1 User unknown';
}

const EXISTS: Readonly<Record<string, (number: number) => boolean>> = {
  a: () => true,
  h: (number) => number % 2 === 0,
  t: (number) => number % 10 !== 0,
};

server.listen({ port: 0, host: '127.0.0.1', backlog: 4096 }, () => {
  const address = server.address();
  console.log(typeof address === 'object' ? address?.port : '');
});

createInterface({ input: process.stdin })
  .on('line', () => {
    console.log(JSON.stringify(count));
    count = { connections: 0, open: 0, peak: 0, recipients: 0, refused: 0 };
  })
  .on('close', () => process.exit());
