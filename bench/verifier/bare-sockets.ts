import net from 'node:net';

/**
 * The dialogue that mailvet has with a host of ten addresses, over a bare socket and without a
 * look at what is said: no program for Node is quicker on this machine.
 */
export function speakBare(port: number): Promise<void> {
  const parts = [
    { say: 'EHLO bench.mailvet.test\r\n', after: 1 },
    { say: `MAIL FROM:<>\r\n${'RCPT TO:<a1@bench.test>\r\n'.repeat(3)}`, after: 3 },
    { say: 'RCPT TO:<a1@bench.test>\r\n'.repeat(8), after: 4 },
    { say: 'QUIT\r\n', after: 8 },
  ];
  const socket = net.connect({ host: '127.0.0.1', port, noDelay: true });
  socket.setEncoding('latin1');
  return new Promise((resolve, reject) => {
    let lines = 0;
    let part = parts.shift();
    socket.on('error', reject);
    socket.on('data', (chunk: string) => {
      lines += chunk.split('\n').length - 1;
      if (!part || lines < part.after) return;
      lines = 0;
      socket.write(part.say);
      part = parts.shift();
      if (!part) resolve();
    });
  });
}
