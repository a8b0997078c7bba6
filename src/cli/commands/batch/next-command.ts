import { type Hint, hintParts, isMailvetError, joinHints, MailvetError } from '../../../errors.ts';
import type { Invocation } from '../../invocation.ts';
import { shellQuote } from '../../shell-quote.ts';

/** The flags that find the service again. */
type Run = Pick<Invocation, 'globals'>;

/** The command that resumes a job, with the flags that find its service again. */
export function resumeCommand(run: Run, jobId: string): string {
  return `mailvet batch resume ${jobId}${serviceFlags(run)}`;
}

/** The command that verifies the unknown addresses again. */
export function retryCommand(run: Run, jobId: string): string {
  return `mailvet batch retry ${jobId}${serviceFlags(run)}`;
}

/** `ids`: a job, or batches. */
export function watchCommand(run: Run, ...ids: readonly string[]): string {
  return `mailvet batch watch ${ids.map(shellQuote).join(' ')}${serviceFlags(run)}`;
}

/** The error with the resume command added to its hint. */
export function withCommand(error: unknown, command: string): unknown {
  if (!isMailvetError(error) || names(error.hint ?? '', command)) return error;
  return new MailvetError(error.code, error.message, {
    hint: joinHints(error.hint, ['Go on with: ', { code: 'go_on', command }]),
    cause: error.cause,
    ...(error.status !== undefined && { status: error.status }),
  });
}

function names(hint: Hint, command: string): boolean {
  return hintParts(hint).some(
    (part) => typeof part !== 'string' && part.code === 'go_on' && part.command === command,
  );
}

/** Never the key itself: shells keep commands in their history, and bystanders can read them. */
export function serviceFlags({ globals }: Run): string {
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
