import { resolve } from 'node:path';
import { KEY_SCOPES, type KeyScope } from '../../../contract/key-scopes.ts';
import { MailvetError } from '../../../errors.ts';
import { parseDuration } from '../../../lib/duration.ts';
import { parseSize } from '../../../lib/size.ts';
import { endOfDay } from '../../../lib/utc-day.ts';
import { withoutEnd } from '../../../lib/without-end.ts';
import type { Env } from '../../context.ts';
import type { CommandLine } from '../../invocation.ts';
import { choiceFlag, listFlag, textFlag } from '../../options/values.ts';

interface TeamOptions {
  readonly name: string;
  /** Verifications a month; null = unlimited. */
  readonly quota: number | null;
}

export function parseCreateTeam({ args, flags }: CommandLine): TeamOptions {
  const quota = textFlag(flags, 'quota');
  return { name: args[0] ?? '', quota: quota === undefined ? null : parseQuota(quota) };
}

export function parseSetQuota({ args: [name = '', quota = ''] }: CommandLine): TeamOptions {
  return { name, quota: parseQuota(quota) };
}

interface StorageOptions {
  readonly name: string;
  /** Bytes; null: as the service has it; absent: it stays as it is. */
  readonly limit?: number | null;
}

export function parseTeamStorage({ args: [name = '', size] }: CommandLine): StorageOptions {
  if (size === undefined) return { name };
  if (size === 'default') return { name, limit: null };
  const limit = parseSize(size);
  if (limit !== undefined && limit > 0) return { name, limit };
  throw new MailvetError('usage', `A storage is a size such as 2GB, or default, not '${size}'`);
}

const CHARGES: Readonly<Record<string, boolean>> = { free: false, charged: true };

export function parseChargeUnknown({ args: [name = '', word] }: CommandLine): {
  readonly name: string;
  /** Absent: it is only shown. */
  readonly isCharged?: boolean | undefined;
} {
  if (word === undefined) return { name };
  const isCharged = CHARGES[word];
  if (isCharged !== undefined) return { name, isCharged };
  throw new MailvetError('usage', `Undecided verifications are free or charged, not '${word}'`);
}

interface KeyOptions {
  readonly team: string;
  readonly label: string;
  readonly scopes: readonly KeyScope[];
  /** By the present time, in milliseconds since the epoch; null: never. */
  readonly expiresAt: (now: number) => number | null;
}

export function parseCreateKey({ flags }: CommandLine): KeyOptions {
  const expires = textFlag(flags, 'expires');
  return {
    team: String(flags.team),
    label: textFlag(flags, 'label') ?? '',
    scopes: listFlag(flags, 'scopes', { noun: 'scope', words: KEY_SCOPES }) ?? KEY_SCOPES,
    expiresAt: expires === undefined ? () => null : parseExpiry(expires),
  };
}

/** The end of a day (UTC), or of a duration that begins now. */
function parseExpiry(text: string): (now: number) => number {
  const duration = parseDuration(text);
  if (duration !== undefined) return (now) => now + duration;
  const end = endOfDay(text);
  if (end !== undefined) return () => end;
  throw new MailvetError('usage', `--expires needs a day or a duration, not '${text}'`, {
    hint: 'Write it as 2027-01-31 (the last day, UTC) or 90d',
  });
}

interface InviteOptions {
  readonly team: string;
  readonly email: string;
  readonly role: 'owner' | 'member';
  /** Where people reach the dashboard, without a trailing slash; undefined: nobody said it. */
  readonly dashboard: string | undefined;
}

export function parseInvite({ args, flags, context }: CommandLine): InviteOptions {
  return {
    team: String(flags.team),
    email: args[0] ?? '',
    role: choiceFlag(flags, 'role', { noun: 'role', words: ['owner', 'member'] }) ?? 'owner',
    dashboard: dashboardUrl(textFlag(flags, 'publicUrl'), context.env),
  };
}

type ResetOptions = Pick<InviteOptions, 'email' | 'dashboard'>;

export function parseResetPassword({ args, flags, context }: CommandLine): ResetOptions {
  return {
    email: args[0] ?? '',
    dashboard: dashboardUrl(textFlag(flags, 'publicUrl'), context.env),
  };
}

/** The absolute path of the file that is named. */
export function parseBackup({ args, context }: CommandLine): string {
  return resolve(context.cwd, args[0] ?? '');
}

/** The address of the dashboard by the same setting as `serve`. */
function dashboardUrl(flag: string | undefined, env: Env): string | undefined {
  return withoutEnd(flag ?? env.MAILVET_PUBLIC_URL ?? '', '/') || undefined;
}

/** `10000`, `10000/month` or `unlimited` (null). */
function parseQuota(text: string): number | null {
  if (text === 'unlimited') return null;
  const match = /^(\d{1,12})(?:\/month)?$/.exec(text);
  if (match) return Number(match[1]);
  throw new MailvetError('usage', `A quota is a number a month or unlimited, not '${text}'`, {
    hint: 'Write it as 10000/month',
  });
}
