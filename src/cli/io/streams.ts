import type { Readable, Writable } from 'node:stream';
import type { Input, Output } from '../context.ts';
import { unwritable } from './file-errors.ts';

/** The reader of stdout has gone (`| head`): the run ends without an error. */
export class ClosedPipe extends Error {
  override readonly name = 'ClosedPipe';
}

/**
 * Writes in order and waits for the reader. Rejects with ClosedPipe once its reader has gone, and
 * with `input` where the stream can't be written (a full disk).
 */
export function toOutput(stream: Writable & { isTTY?: boolean; columns?: number }): Output {
  let broken: Error | undefined;
  stream.on('error', (error) => {
    broken ??= asStreamError(error);
  });
  return {
    isTTY: stream.isTTY === true,
    get columns() {
      return stream.columns;
    },
    stream,
    write: (chunk) =>
      new Promise((resolve, reject) => {
        if (broken) return reject(broken);
        stream.write(chunk, (error) => (error ? reject(asStreamError(error)) : resolve()));
      }),
  };
}

/** An output that must never stop the work: text that stderr does not take is dropped. */
export function ignoreWriteErrors(output: Output): Output {
  const write: Output['write'] = (chunk) => output.write(chunk).catch(() => {});
  return {
    isTTY: output.isTTY,
    get columns() {
      return output.columns;
    },
    stream: output.stream,
    write,
  };
}

export function toInput(stream: Readable & { isTTY?: boolean }): Input {
  return { isTTY: stream.isTTY === true, stream };
}

/** True for the error of a write without a reader. */
export function isGone(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'EPIPE' || code === 'ERR_STREAM_DESTROYED' || code === 'EOF';
}

function asStreamError(error: Error): Error {
  return isGone(error)
    ? new ClosedPipe('the reader of stdout has gone')
    : unwritable('stdout', error);
}
