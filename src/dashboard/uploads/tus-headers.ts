/** The words of tus 1.0.0, a protocol for uploads that go on after a cut (https://tus.io). */
import { createHash } from 'node:crypto';
import { PageError } from '../page-error.ts';

export const TUS_VERSION = '1.0.0';
export const PART_TYPE = 'application/offset+octet-stream';
const ALGORITHMS = ['sha1', 'sha256'] as const;

/** What the service can do, for OPTIONS. */
export function tusAbilities(maxBytes: number): Record<string, string> {
  return {
    'Tus-Resumable': TUS_VERSION,
    'Tus-Version': TUS_VERSION,
    'Tus-Max-Size': String(maxBytes),
    'Tus-Extension': 'creation,termination,checksum,expiration',
    'Tus-Checksum-Algorithm': ALGORITHMS.join(','),
  };
}

/** A whole number of bytes. Throws a 400. */
export function byteCount(name: string, text: string | undefined): number {
  if (text !== undefined && /^\d{1,15}$/.test(text)) return Number(text);
  throw new PageError(400, `${name} must be a number of bytes`);
}

/** The file's name of `Upload-Metadata`, whose values are Base64; empty where there is none. */
export function fileNameOf(metadata: string | undefined): string {
  const pairs = (metadata ?? '').split(',').map((pair) => pair.trim().split(/\s+/));
  const [, value = ''] = pairs.find(([name]) => name === 'filename') ?? [];
  return Buffer.from(value, 'base64').toString('utf8');
}

export interface PartChecksum {
  /** Passes the bytes on. */
  of(bytes: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array>;
  isRight(): boolean;
}

/** Of `Upload-Checksum`, such as `sha1 Kq5sNclPz7QV2+lfQIuc6R7oRu0=`. Throws a 400 for an unknown kind. */
export function partChecksum(header: string | undefined): PartChecksum | undefined {
  if (header === undefined) return undefined;
  const [kind, wanted = ''] = header.split(' ');
  const algorithm = ALGORITHMS.find((one) => one === kind);
  if (!algorithm) throw new PageError(400, `Upload-Checksum must be of ${ALGORITHMS.join(' or ')}`);
  const hash = createHash(algorithm);
  return {
    async *of(bytes) {
      for await (const chunk of bytes) {
        hash.update(chunk);
        yield chunk;
      }
    },
    isRight: () => hash.digest('base64') === wanted,
  };
}
