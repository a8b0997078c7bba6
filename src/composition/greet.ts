import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { systemClock } from '../lib/clock.ts';
import { isPositive, SmtpConnection } from '../verifier/smtp/connection.ts';
import { ownAddressIn } from '../verifier/smtp/hello.ts';

/** What a mail host's greeting shows about this machine. */
export interface Greeting {
  /** This machine's address as the host sees it, where the host names it. */
  readonly seenAs: string | undefined;
  /** The local address of the connection: a private one behind address translation. */
  readonly localAddress: string;
}

/** Milliseconds for the whole dialogue. */
const TIMEOUT_MS = 10_000;

/** Waits for the greeting, sends EHLO, reads the reply and quits. Rejects without a greeting. */
export async function greetOver(stream: Duplex, helo: string): Promise<Greeting> {
  const connection = new SmtpConnection(stream, {
    clock: systemClock,
    sessionLimit: TIMEOUT_MS,
    signal: new AbortController().signal,
  });
  try {
    const greeting = await connection.receive(TIMEOUT_MS);
    if (!greeting.ok) throw new Error(`no greeting: ${greeting.fault}`);
    const localAddress = (stream instanceof Socket && stream.localAddress) || '';
    // A refusal also shows that port 25 is open.
    if (!isPositive(greeting)) return { seenAs: undefined, localAddress };
    connection.send(`EHLO ${helo.replace(/[^\x21-\x7e]/g, '')}`);
    const hello = await connection.receive(TIMEOUT_MS);
    return { seenAs: hello.ok ? ownAddressIn(hello.reply.lines[0]) : undefined, localAddress };
  } finally {
    await connection.close();
  }
}
