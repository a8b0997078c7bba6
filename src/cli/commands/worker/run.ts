import { type Action, withOptions } from '../../invocation.ts';
import { wholeRule } from '../../options/settings.ts';
import { parseServeOptions, type ServeOptions } from '../serve/options.ts';
import { runLogged, type StartService } from '../serve/run.ts';
import { SERVE_SETTINGS } from '../serve/settings.ts';

/** A worker without workers would do nothing. */
const WORKERS = { ...wholeRule(1, 256), needs: '1 or more, at most 256' };

const WORK = { port: 8026, rules: { ...SERVE_SETTINGS, workers: WORKERS } };

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
