import type { AddressInfo, Server } from 'node:net';
import { MailvetError } from '../lib/errors.ts';

/** An address to listen on. */
export interface Endpoint {
  readonly host: string;
  /** 0 picks a free one. */
  readonly port: number;
}

/** Lets a server listen; with the port that was picked for 0. Rejects with MailvetError `config`. */
export function bind(server: Server, { host, port }: Endpoint): Promise<Endpoint> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(listenError(error, { host, port })));
    server.listen({ host, port }, () => {
      server.removeAllListeners('error');
      const bound = server.address() as AddressInfo;
      resolve({ host: bound.address, port: bound.port });
    });
  });
}

const REASONS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another program listens there',
  EADDRNOTAVAIL: 'this machine has no such address',
  EACCES: 'permission denied',
  ENOTFOUND: 'no such host',
};

function listenError(error: NodeJS.ErrnoException, { host, port }: Endpoint): MailvetError {
  const reason = REASONS[error.code ?? ''] ?? error.message;
  return new MailvetError('config', `Can't listen on ${host} port ${port}: ${reason}`, {
    hint: [
      'Give another ',
      { code: 'setting', name: 'host' },
      ' or ',
      { code: 'setting', name: 'port' },
      ' (port 0 picks a free one)',
    ],
    cause: error,
  });
}
