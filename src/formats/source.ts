import { createReadStream } from 'node:fs';

/** A list that can be read more than once: a file, or an input that was spooled to one. */
export interface ListSource {
  /** How messages call it: a path, or `stdin`. */
  readonly name: string;
  /** The bytes from the beginning. Rejects with what the file system says. */
  open(): AsyncIterable<Uint8Array>;
}

/** Bytes read at a time: larger chunks gain nothing, and make the rows in memory several times as many. */
const CHUNK_SIZE = 32 * 1024;

/** A file as a list; it is opened again by each reading and never read whole. */
export function fileSource(path: string, name: string = path): ListSource {
  return { name, open: () => createReadStream(path, { highWaterMark: CHUNK_SIZE }) };
}
