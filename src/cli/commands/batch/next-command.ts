import { isMailvetError, MailvetError } from '../../../errors.ts';
import type { Invocation } from '../../invocation.ts';
import { shellQuote } from '../../shell-quote.ts';

/** What holds the flags that find the service again. */
type Run = Pick<Invocation, 'globals'>;

/** The command that goes on with a job, with the flags that it needs to find the service again. */
export function resumeCommand(run: Run, jobId: string): string {
  return `mailvet batch resume ${jobId}${serviceFlags(run)}`;
}

/** The command that asks again for what is unknown. */
export function retryCommand(run: Run, jobId: string): string {
  return `mailvet batch retry ${jobId}${serviceFlags(run)}`;
}

/** `ids`: a job, or batches. */
export function watchCommand(run: Run, ...ids: readonly string[]): string {
  return `mailvet batch watch ${ids.map(shellQuote).join(' ')}${serviceFlags(run)}`;
}

/** The error with the command that goes on, behind what it advises itself. */
export function withCommand(error: unknown, command: string): unknown {
  if (!isMailvetError(error) || error.hint?.includes(command)) return error;
  const goOn = `Go on with: ${command}`;
  return new MailvetError(error.code, error.message, {
    hint: error.hint === undefined ? goOn : `${error.hint}. ${goOn}`,
    cause: error.cause,
    ...(error.status !== undefined && { status: error.status }),
  });
}

/** Never the key itself: a command is read over shoulders and kept in histories. */
function serviceFlags({ globals }: Run): string {
  const { profile, baseUrl, apiKeyFile, allowInsecureHttp, caFile } = globals;
  const given: readonly (readonly [string, string | undefined])[] = [
    ['--profile', profile],
    ['--base-url', baseUrl],
    ['--api-key-file', apiKeyFile === '-' ? undefined : apiKeyFile],
    ['--ca-file', caFile],
  ];
  const flags = given.flatMap(([flag, value]) =>
    value === undefined ? [] : [` ${flag} ${shellQuote(value)}`],
  );
  return flags.join('') + (allowInsecureHttp ? ' --allow-insecure-http' : '');
}
