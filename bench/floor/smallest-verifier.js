/**
 * The least that a verifier can do for a list: MX and A, then one session a domain with all its addresses
 * and a random one, everything after EHLO in one write. It keeps nothing. Prints how many were accepted.
 *
 *     node smallest-verifier.js <file, an address a line> <resolver as ip:port> <port of the hosts>
 */
import { createSocket } from 'node:dgram';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import dnsPacket from 'dns-packet';

const SESSIONS = 200;
const [file = '', resolver = '', port] = process.argv.slice(2);
const [resolverHost, resolverPort] = resolver.split(':');
const waiting = new Map();
let lastId = 0;

const socket = createSocket('udp4', (message) => {
  const { id, answers } = dnsPacket.decode(message);
  waiting.get(id)?.(answers[0].data);
  waiting.delete(id);
});

function ask(type, name) {
  const id = lastId++ % 65_536;
  const questions = [{ type, name }];
  socket.send(dnsPacket.encode({ id, type: 'query', flags: 256, questions }));
  return new Promise((resolve) => waiting.set(id, resolve));
}

async function verify(domain, emails) {
  const { exchange } = await ask('MX', domain);
  const host = await ask('A', exchange);
  return new Promise((resolve, reject) => {
    const recipients = [...emails, `${Math.random().toString(36).slice(2)}@${domain}`];
    const commands = [
      'MAIL FROM:<>',
      ...recipients.map((recipient) => `RCPT TO:<${recipient}>`),
      'QUIT',
    ];
    const session = connect({ host, port, noDelay: true });
    let replies = '';
    session.setEncoding('latin1').on('error', reject);
    session.once('data', () => {
      session.write('EHLO bench.mailvet.test\r\n');
      session.once('data', () => {
        session.on('data', (chunk) => {
          replies += chunk;
        });
        session.write(`${commands.join('\r\n')}\r\n`);
      });
    });
    session.on('close', () => {
      const found = replies.split('\r\n').slice(1, 1 + emails.length);
      resolve(found.filter((reply) => reply.startsWith('250')).length);
    });
  });
}

socket.connect(Number(resolverPort), resolverHost, async () => {
  const emails = readFileSync(file, 'latin1').trimEnd().split('\n');
  const domains = Map.groupBy(emails, (email) => email.slice(email.indexOf('@') + 1)).entries();
  let accepted = 0;
  const work = async () => {
    for (const [domain, some] of domains) {
      const found = await verify(domain, some);
      accepted += found;
    }
  };
  await Promise.all(Array.from({ length: SESSIONS }, work));
  socket.close();
  console.log(accepted);
});
