import type { Duplex } from 'node:stream';
import type { TLSSocket } from 'node:tls';

/** Resolves when the stream is destroyed. */
export function closed(stream: Duplex): Promise<void> {
  return new Promise((resolve) => {
    if (stream.destroyed) resolve();
    else stream.once('close', resolve);
  });
}

/** How the TLS handshake ends. */
export function handshake(secure: TLSSocket): Promise<'secure' | 'failed'> {
  return new Promise((resolve) => {
    secure.once('secureConnect', () => resolve('secure'));
    secure.once('error', () => resolve('failed'));
    secure.once('close', () => resolve('failed'));
  });
}
