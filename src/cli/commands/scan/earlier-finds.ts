import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import { isMailvetError, MailvetError } from '../../../lib/errors.ts';
import { isObject } from '../../../lib/json.ts';
import { reasonOf } from '../../../lib/system-reason.ts';
import type { Context } from '../../context.ts';
import { linesOf } from '../../io/read-input.ts';

/** Finds of an earlier scan (`--json`), which count no more. */
export class EarlierFinds {
  readonly #known = new Set<string>();

  add(file: string, address: string): void {
    this.#known.add(keyOf(file, address));
  }

  /** By file and address: lines move. */
  has(file: string, address: string): boolean {
    return this.#known.has(keyOf(file, address));
  }
}

function keyOf(file: string, address: string): string {
  return `${file}\0${address.toLowerCase()}`;
}

/** Reads what `mailvet scan --json` printed. Throws `input` for anything else. */
export async function readEarlierFinds({ cwd }: Context, name: string): Promise<EarlierFinds> {
  const earlier = new EarlierFinds();
  try {
    for await (const line of linesOf({ stream: createReadStream(resolve(cwd, name)) })) {
      if (line.trim() === '') continue;
      const find: unknown = JSON.parse(line);
      if (!isObject(find) || typeof find.file !== 'string' || typeof find.address !== 'string') {
        throw new SyntaxError('no find');
      }
      earlier.add(find.file, find.address);
    }
  } catch (error) {
    if (isMailvetError(error)) throw error;
    const why =
      error instanceof SyntaxError ? 'it holds no finds of mailvet scan --json' : reasonOf(error);
    throw new MailvetError('input', `${name} can't be read as --baseline: ${why}`, {
      cause: error,
    });
  }
  return earlier;
}
