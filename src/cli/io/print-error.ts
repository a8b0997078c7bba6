import type { MailvetError } from '../../errors.ts';
import { errorText } from '../error-report.ts';
import type { Invocation } from '../invocation.ts';
import { paletteFor } from './colour.ts';
import { printLines } from './print-lines.ts';

/** Prints an error that does not end the run. */
export async function printError(invocation: Invocation, error: MailvetError): Promise<void> {
  const { context, globals, mask } = invocation;
  const { stderr, env } = context;
  const json = globals.format === 'json' || globals.jsonStderr;
  const debug = globals.debug && !globals.jsonStderr;
  const text = mask(errorText(error, { json, debug }, await paletteFor(stderr, env)));
  if (json || debug) return await stderr.write(text);
  await printLines(stderr, text.trimEnd().split('\n'));
}
