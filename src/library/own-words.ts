/** Errors of the client in the words of a program: it has options, where the command line has flags. */
import type { ServiceClient } from '../client/service-client.ts';
import { wrapCalls } from '../client/wrap-calls.ts';
import { isMailvetError, MailvetError } from '../errors.ts';

/** Phrases of hints that name a flag or a command. */
const PHRASES: readonly (readonly [commandLine: string, library: string])[] = [
  [
    'mailvet whoami says which key is used and where it comes from; mailvet login stores another',
    'Check apiKey: it may be revoked, or be of another service than baseUrl',
  ],
  [', or with a lower --concurrency', ', or send fewer requests at once'],
  ['--allow-insecure-http if everybody', 'allowInsecureHttp if everybody'],
  [
    '--ca-file <pem> trusts a certificate authority of your own',
    'The option ca trusts a certificate authority of your own',
  ],
  ['; mailvet doctor looks at both', ''],
  ['; with a longer --timeout it is waited for', ''],
];

/** A hint of the client without flags and commands. */
export function inOwnWords(hint: string): string {
  return PHRASES.reduce((text, [from, to]) => text.replace(from, to), hint);
}

function reworded(error: unknown): unknown {
  if (!isMailvetError(error) || error.hint === undefined) return error;
  const hint = inOwnWords(error.hint);
  if (hint === error.hint) return error;
  const { code, message, status, cause } = error;
  return new MailvetError(code, message, { hint, cause, ...(status !== undefined && { status }) });
}

/** Runs `build`; an error that it throws is in the library's words. */
export function throwingOwnWords<T>(build: () => T): T {
  try {
    return build();
  } catch (error) {
    throw reworded(error);
  }
}

/** The client, whose calls reject in the library's words. */
export function rejectingOwnWords(client: ServiceClient): ServiceClient {
  return wrapCalls(client, async (call) => {
    try {
      return await call();
    } catch (error) {
      throw reworded(error);
    }
  });
}
