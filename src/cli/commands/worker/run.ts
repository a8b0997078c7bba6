import { WORK } from '../../../settings/service.ts';
import { type Action, withOptions } from '../../invocation.ts';
import { parseServeOptions, type ServeOptions } from '../serve/options.ts';
import { runLogged, type StartService } from '../serve/run.ts';

/** Works on batches until SIGINT or SIGTERM: a signal is its normal end. */
export function workWith(start: StartService): Action {
  return withOptions({
    parse: (line) => parseServeOptions(line, WORK),
    run: (invocation, options: ServeOptions) =>
      runLogged(invocation, options, {
        start,
        ready: ({ url }) => `mailvet worker listening on ${url}\n`,
      }),
  });
}
