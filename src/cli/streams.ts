import type { Readable, Writable } from 'node:stream';
import type { Input, Output } from './context.ts';

/** The reader of our stdout has gone (`| head`): the end of the work, and no error. */
export class ClosedPipe extends Error {
  override readonly name = 'ClosedPipe';
}

/** Writes in order and waits for the reader. Rejects with ClosedPipe once nobody reads any more. */
export function outputOf(stream: Writable & { isTTY?: boolean; columns?: number }): Output {
  let broken: Error | undefined;
  stream.on('error', (error) => {
    broken ??= asClosedPipe(error);
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
        stream.write(chunk, (error) => (error ? reject(asClosedPipe(error)) : resolve()));
      }),
  };
}

/** An output whose reader's going is nobody's business: stderr. */
export function carefree(output: Output): Output {
  const write: Output['write'] = (chunk) =>
    output.write(chunk).catch((error: unknown) => {
      if (!(error instanceof ClosedPipe)) throw error;
    });
  return {
    isTTY: output.isTTY,
    get columns() {
      return output.columns;
    },
    stream: output.stream,
    write,
  };
}

export function inputOf(stream: Readable & { isTTY?: boolean }): Input {
  return { isTTY: stream.isTTY === true, stream };
}

function asClosedPipe(error: Error): Error {
  const { code } = error as NodeJS.ErrnoException;
  const gone = code === 'EPIPE' || code === 'ERR_STREAM_DESTROYED' || code === 'EOF';
  return gone ? new ClosedPipe('nobody reads any more') : error;
}
