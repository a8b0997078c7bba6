import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

/**
 * A policy server as Postfix asks one (SMTPD_POLICY_README), which Exim can ask as well: each
 * recipient is deferred when it is named for the first time.
 */
export async function openGreylist() {
  const seen = new Set<string>();
  const server = createServer((socket) => {
    let asked = '';
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      asked += chunk.toString();
      if (!asked.endsWith('\n\n')) return;
      const recipient = /^recipient=(.*)$/m.exec(asked)?.[1] ?? '';
      asked = '';
      const isNew = !seen.has(recipient);
      seen.add(recipient);
      socket.write(`action=${isNew ? 'DEFER Greylisted, please come back' : 'DUNNO'}\n\n`);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    /** Everybody is new again. */
    forget: () => seen.clear(),
    [Symbol.dispose]: () => void server.close(),
  };
}
