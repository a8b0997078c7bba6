import type { Invocation } from '../invocation.ts';
import { shellQuote } from '../shell-quote.ts';

export type Run = Pick<Invocation, 'globals'>;

/**
 * The flags that find the service of a run again. Never the key itself: shells keep commands in their history, and
 * bystanders can read them.
 */
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
