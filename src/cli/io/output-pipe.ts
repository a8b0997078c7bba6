import { constants, open } from 'node:fs';
import { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { orAborted } from '../../lib/abort.ts';

/** A named pipe (FIFO), open for writing. */
interface OutputPipe {
  /** Resolves when the system has the chunk; rejects when the signal aborts before. */
  write(chunk: string | Uint8Array): Promise<void>;
  close(): void;
}

/** How often an opening without a reader is tried again. */
const RETRY_MS = 50;

/**
 * Opens a named pipe as soon as it has a reader. A thread that waits in `open` or `write` can't be
 * cancelled, and would keep the program from ending: so it opens without waiting, and uses a socket.
 */
export async function openPipe(path: string, signal: AbortSignal): Promise<OutputPipe> {
  const fd = await openForWriting(path, signal);
  const socket = new Socket({ fd, readable: false, writable: true });
  // The write that failed reports it.
  socket.on('error', () => {});
  return {
    write(chunk) {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      socket.write(chunk, (error) => (error ? reject(error) : resolve()));
      return orAborted(promise, signal);
    },
    close: () => socket.destroy(),
  };
}

const openFd = promisify<string, number, number>(open);

async function openForWriting(path: string, signal: AbortSignal): Promise<number> {
  for (;;) {
    signal.throwIfAborted();
    try {
      return await openFd(path, constants.O_WRONLY | constants.O_NONBLOCK);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENXIO') throw error;
    }
    await pause(RETRY_MS, undefined, { signal }).catch(() => {});
  }
}
