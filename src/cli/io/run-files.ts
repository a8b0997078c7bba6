import { type BigIntStats, fstatSync, statSync } from 'node:fs';
import { MailvetError } from '../../errors.ts';
import type { Input } from '../context.ts';

type FileId = Pick<BigIntStats, 'dev' | 'ino'>;

/**
 * The files that a run reads: none of them is written by it, whatever the flags. They are known by what
 * the file system calls them, so links and other spellings of a name make no difference.
 */
export class RunFiles {
  readonly #program: RunFiles | undefined;
  readonly #read: { readonly name: string; readonly id: FileId }[] = [];

  /** `program`: what a program that runs for long reads for each of its runs, such as a policy. */
  constructor(program?: RunFiles) {
    this.#program = program;
  }

  /** Notes a file by its path or its descriptor. What is no regular file can be written to meanwhile. */
  noteInput(file: string | Buffer | number, name = String(file)): void {
    const id = idOf(file);
    if (id) this.#read.push({ name, id });
  }

  /** `< list.csv`. */
  noteStdin({ stream, path }: Pick<Input, 'stream' | 'path'>): void {
    const { fd } = stream as { readonly fd?: unknown };
    const file = path ?? (typeof fd === 'number' ? fd : undefined);
    if (file !== undefined) this.noteInput(file, 'stdin');
  }

  /** Throws `input` where the output that a flag names is a file that is read. */
  refuseInput(named: string, output: FileId | undefined, flag = '-o'): void {
    this.#program?.refuseInput(named, output, flag);
    const input = output && this.#read.find(({ id }) => isSame(id, output));
    if (!input) return;
    const what = input.name === named ? named : `${named} is ${input.name}, which`;
    throw new MailvetError('input', `${what} is read by this command: it is never replaced`, {
      hint: [{ code: 'elsewhere', flag, isStart: true }],
    });
  }
}

function isSame(one: FileId, other: FileId): boolean {
  return one.dev === other.dev && one.ino === other.ino;
}

function idOf(file: string | Buffer | number): FileId | undefined {
  try {
    const found =
      typeof file === 'number'
        ? fstatSync(file, { bigint: true })
        : statSync(file, { bigint: true });
    return found.isFile() ? found : undefined;
  } catch {
    // The code that opens the file reports why it can't be read.
    return undefined;
  }
}
