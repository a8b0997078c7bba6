/** Errors of the client in the words of a program: it has options, where the command line has flags. */
import type { ServiceClient } from '../client/service-client.ts';
import { wrapCalls } from '../client/wrap-calls.ts';
import { type Hint, isMailvetError, MailvetError, type RemedyTable, sayHint } from '../errors.ts';

/** The remedies that the client names; others are of lists and services, which programs have none of. */
export const CLIENT_WORDS: Partial<RemedyTable> = {
  check_connection: () => '',
  check_key: () => 'Check apiKey: it may be revoked, or be of another service than baseUrl',
  longer_timeout: () => '',
  fewer_requests: () => ', or send fewer requests at once',
  insecure_http: () => 'allowInsecureHttp',
  ca_file: () => 'The option ca',
};

/** A hint of the client without flags and commands. */
export function inOwnWords(hint: Hint): string {
  return sayHint(hint, CLIENT_WORDS);
}

function reworded(error: unknown): unknown {
  if (!isMailvetError(error) || error.hint === undefined) return error;
  if (typeof error.hint === 'string') return error;
  const { code, message, status, cause } = error;
  const hint = inOwnWords(error.hint);
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
