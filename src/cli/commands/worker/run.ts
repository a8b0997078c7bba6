import { MailvetError } from '../../../errors.ts';
import type { CommandLine } from '../../invocation.ts';
import { type Action, withOptions } from '../../invocation.ts';
import { parseServeOptions, type ServeOptions } from '../serve/options.ts';
import { runLogged, type StartService } from '../serve/run.ts';

const PORT = 8026;

/** Works on batches until SIGINT or SIGTERM: a signal is its normal end. */
export function workWith(start: StartService): Action {
  return withOptions({
    parse: parseWorkOptions,
    run: (invocation, options: ServeOptions) =>
      runLogged(invocation, options, {
        start,
        ready: ({ url }) => `mailvet worker ready, health on ${url}/healthz\n`,
      }),
  });
}

async function parseWorkOptions(line: CommandLine): Promise<ServeOptions> {
  const options = await parseServeOptions(line, { port: PORT });
  if (options.service.workers === 0) {
    throw new MailvetError(
      'usage',
      'A worker without workers does nothing: --workers needs 1 or more',
    );
  }
  return options;
}
