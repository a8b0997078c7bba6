import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** Resolves when a mail server greets there; a daemon tells nobody that it is ready. */
export async function answersOnPort25(address: string): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    if (await greets(address)) return;
    await delay(100);
  }
  throw new Error(`nobody answers at ${address}:25`);
}

async function greets(address: string): Promise<boolean> {
  const socket = connect({ host: address, port: 25 });
  try {
    await once(socket, 'data');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
