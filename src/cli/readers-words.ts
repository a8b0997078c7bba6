import { CommanderError } from 'commander';
import type { MailvetError } from '../errors.ts';
import type { Context } from './context.ts';
import { directoriesOf } from './directories.ts';
import { asMailvetError } from './error-report.ts';
import { ClosedPipe } from './io/streams.ts';
import type { GlobalFlags } from './options/global.ts';
import type { Reader } from './reader.ts';
import { hintText } from './render/hint-text.ts';
import { SaidError } from './said-error.ts';

interface Saying extends Pick<Reader, 'say'> {
  readonly context: Context;
  readonly globals: Pick<GlobalFlags, 'format' | 'jsonStderr'>;
}

/** Whatever a command threw, in the language of who reads it. A closed pipe is no error. */
export async function inReadersWords(saying: Saying, error: unknown): Promise<unknown> {
  if (error instanceof ClosedPipe || error instanceof CommanderError) return error;
  const known = asMailvetError(error, directoriesOf(saying.context));
  const said = await sayError(saying, known);
  return said === known ? error : said;
}

/** The same error in the language of the reader. Programs read English. */
export async function sayError(
  { globals, say }: Saying,
  error: MailvetError,
): Promise<MailvetError> {
  const { format, jsonStderr } = globals;
  if (format === 'json' || format === 'jsonl' || jsonStderr) return error;
  // Bugs are reported in English.
  if (error.code === 'internal') return error;
  const message = await say(error.message);
  if (message === error.message) return error;
  const { code, option, status } = error;
  return new SaidError(await say('error:'), code, message, {
    cause: error.cause ?? error,
    ...(error.hint !== undefined && { hint: await say(hintText(error.hint)) }),
    ...(option !== undefined && { option }),
    ...(status !== undefined && { status }),
  });
}
