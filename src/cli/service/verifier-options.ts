import { MailvetError } from '../../errors.ts';
import { parseDuration } from '../../lib/duration.ts';
import type { Env } from '../context.ts';
import type { VerifierFlags } from '../options/global.ts';

/** The verifier's settings from flags, else from the environment. What is not given stays out. */
export function verifierOptions(flags: VerifierFlags, env: Env) {
  const helo = flags.helo ?? set(env.MAILVET_HELO);
  const sender = flags.sender ?? set(env.MAILVET_SENDER);
  const dns = listOf(flags.dns ?? env.MAILVET_DNS);
  const allowNetwork = flags.allowNetwork?.flatMap(listOf) ?? listOf(env.MAILVET_ALLOW_NETWORK);
  const connections = flags.providerConnections ?? set(env.MAILVET_PROVIDER_CONNECTIONS);
  const retries = flags.greylistRetries ?? set(env.MAILVET_GREYLIST_RETRIES);
  return {
    ...(helo === undefined ? {} : { helo }),
    ...(sender === undefined ? {} : { sender }),
    ...(dns.length === 0 ? {} : { dns }),
    ...(allowNetwork.length === 0 ? {} : { allowNetwork }),
    ...(connections === undefined ? {} : { providerConnections: wholeNumber(connections) }),
    ...(retries === undefined ? {} : { greylistRetries: listOf(retries).map(wait) }),
  };
}

/** An empty variable counts as none. */
function set(variable: string | undefined): string | undefined {
  return variable || undefined;
}

function listOf(text: string | undefined): string[] {
  return (text ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

function wholeNumber(text: string): number {
  if (/^[1-9]\d{0,4}$/.test(text)) return Number(text);
  throw new MailvetError(
    'usage',
    `--provider-connections needs a whole number from 1, not '${text}'`,
  );
}

function wait(text: string): number {
  const duration = parseDuration(text);
  if (duration !== undefined) return duration;
  throw new MailvetError('usage', `--greylist-retries needs durations with units, not '${text}'`, {
    hint: 'Write them as 1m,5m,15m,30m',
  });
}
