import type { Readable } from 'node:stream';

/**
 * The bytes of a stream, or undefined as soon as there are more than `maxBytes`; the rest is then left
 * to the caller. Rejects with the stream's error, or when it takes longer than `withinMs`. Listens instead of iterating: nearly all bodies
 * come in one chunk, which need not be copied.
 */
export function readBounded(
  stream: Readable,
  maxBytes: number,
  withinMs?: number,
): Promise<Buffer | undefined> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  return new Promise<Buffer | undefined>((resolve, reject) => {
    stream.on('data', (chunk: Uint8Array) => {
      length += chunk.length;
      if (length > maxBytes) resolve(undefined);
      else chunks.push(chunk);
    });
    stream.on('end', () => resolve(joined(chunks)));
    stream.on('error', reject);
    if (withinMs === undefined) return;
    const deadline = setTimeout(() => reject(new Error('The body took too long')), withinMs);
    deadline.unref();
    stream.once('close', () => clearTimeout(deadline));
  });
}

function joined(chunks: readonly Uint8Array[]): Buffer {
  const [only] = chunks;
  if (only === undefined || chunks.length > 1) return Buffer.concat(chunks);
  return Buffer.from(only.buffer, only.byteOffset, only.byteLength);
}
