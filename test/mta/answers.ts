import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** Resolves when a mail server greets there, within minutes; a daemon tells nobody that it is ready. */
export async function answersAt(address: string, port = 25): Promise<void> {
  for (let tries = 0; tries < 2500; tries++) {
    if (await greets(address, port)) return;
    await delay(100);
  }
  throw new Error(`nobody answers at ${address}:${port}`);
}

async function greets(address: string, port: number): Promise<boolean> {
  const socket = connect({ host: address, port });
  try {
    await once(socket, 'data');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
