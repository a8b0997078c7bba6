import { resolve } from 'node:path';
import { type Admin, adoptLists, backUp, forget } from '../../../composition/admin.ts';
import { KEY_SCOPES } from '../../../contract/key-scopes.ts';
import { withoutEnd } from '../../../lib/address-parts.ts';
import { parseDuration } from '../../../lib/duration.ts';
import { MailvetError } from '../../../lib/errors.ts';
import { endOfDay, isoOrNull, isoTime } from '../../../lib/iso-time.ts';
import { formatSize, parseSize } from '../../../lib/size.ts';
import { plural } from '../../../lib/wording.ts';
import { invitePerson } from '../../../service/people/invitations.ts';
import { COMMAND_LINE } from '../../../service/people/records.ts';
import { openPasswordLink } from '../../../service/people/sign-in.ts';
import type { KeyRecord, TeamUsage } from '../../../service/records.ts';
import { createKey, listKeys, revokeKey } from '../../../service/teams/keys.ts';
import { setTeamStorage, teamStorage } from '../../../service/teams/storage.ts';
import {
  createTeam,
  findTeam,
  listTeams,
  setChargesUnknown,
  setQuota,
} from '../../../service/teams/teams.ts';
import type { CommandLine, Invocation } from '../../invocation.ts';
import { printList, printOne } from '../../io/print.ts';
import { requireYes } from '../../io/prompt.ts';
import { choiceFlag, listFlag, type RawFlags, textFlag } from '../../options/values.ts';
import type { AdminAction } from './run.ts';
import { SUPPRESSION_ACTIONS } from './suppression-actions.ts';
import { WEBHOOK_ACTIONS } from './webhook-actions.ts';

export const ADMIN_ACTIONS = {
  ...WEBHOOK_ACTIONS,
  ...SUPPRESSION_ACTIONS,
  createTeam: ({ args: [name = ''], flags }) => {
    const quota = parseQuota(textFlag(flags, 'quota') ?? 'unlimited');
    return async (admin, invocation) =>
      await printTeam(invocation, showTeam(await createTeam(admin, name, quota)));
  },
  listTeams: () => async (admin, invocation) =>
    await printTeams(invocation, (await listTeams(admin)).map(showTeam)),
  setQuota: ({ args: [name = '', text = ''] }) => {
    const quota = parseQuota(text);
    return async (admin, invocation) =>
      await printTeam(invocation, showTeam(await setQuota(admin, name, quota)));
  },
  chargeUnknown: ({ args: [name = '', charge] }) => {
    const isCharged = charge === undefined ? undefined : parseCharge(charge);
    return async (admin, invocation) => {
      if (isCharged !== undefined) await setChargesUnknown(admin, name, isCharged);
      const { chargesUnknown = false } = await findTeam(admin, name);
      const word = chargesUnknown ? 'charged' : 'free';
      await printOne(invocation, { team: name, unknown: word }, `${name}\t${word}\n`);
    };
  },
  teamStorage: ({ args: [name = '', size] }) => {
    const limit = size === undefined ? undefined : parseStorage(size);
    return async (admin, invocation) => {
      if (limit !== undefined) await setTeamStorage(admin, name, limit);
      await printStorage(invocation, { team: name, ...(await teamStorage(admin, name)) });
    };
  },
  createKey: (line) => {
    const { team, label, scopes, expiresAt } = parseCreateKey(line);
    return async (admin, invocation) => {
      const limits = { scopes, expiresAt: expiresAt(admin.clock.now()) };
      const owner = await findTeam(admin, team);
      const created = await createKey(admin, owner, { ...limits, label, actor: COMMAND_LINE });
      // Only the key, so that $(mailvet admin key create …) is the key.
      const { key } = created;
      await printOne(invocation, { ...showKey(created), key }, `${key}\n`);
    };
  },
  listKeys: ({ flags }) => {
    const team = textFlag(flags, 'team');
    return async (admin, invocation) =>
      await printKeys(invocation, (await listKeys(admin, team)).map(showKey));
  },
  revokeKey: ({ args: [id = ''] }) => {
    return async (admin, invocation) => {
      const revoked = showKey(await revokeKey(admin, id));
      await printOne(invocation, revoked, `${revoked.id} is revoked\n`);
    };
  },
  invite: ({ args: [address = ''], flags }) => {
    const team = String(flags.team);
    const role = choiceFlag(flags, 'role', { noun: 'role', words: ['owner', 'member'] }) ?? 'owner';
    return async (admin, invocation) => {
      const inviter = { teamId: (await findTeam(admin, team)).id, actor: COMMAND_LINE };
      const invitation = await invitePerson(admin, inviter, { email: address, role });
      const { email, secret, expiresAt } = invitation;
      const link = `${await dashboardUrl(admin, invocation, flags)}/invitation?token=${secret}`;
      // Only the link, so that it can be piped.
      const invited = { team, email, expiresAt: isoTime(expiresAt), link };
      await printOne(invocation, invited, `${link}\n`);
    };
  },
  resetPassword: ({ args: [address = ''], flags }) => {
    return async (admin, invocation) => {
      const { email, secret, expiresAt } = await openPasswordLink(admin, address);
      const link = `${await dashboardUrl(admin, invocation, flags)}/reset-password?token=${secret}`;
      await printOne(invocation, { email, expiresAt: isoTime(expiresAt), link }, `${link}\n`);
    };
  },
  backup: ({ args: [file = ''], context }) => {
    const path = resolve(context.cwd, file);
    return async (admin, { notice }) => {
      const lists = await backUp(admin, path);
      const beside = lists === 0 ? '' : `, and ${plural(lists, 'list')} to ${path}.lists`;
      await notice(`The database is copied to ${path}${beside}`);
    };
  },
  adoptLists: () => async (admin, invocation) => {
    const { path, lists, missing, unknown } = await adoptLists(admin);
    const text = `${path} belongs to this database: ${plural(lists, 'list')}, ${missing} without their file; ${plural(unknown, 'list')} that it does not know`;
    await printOne(invocation, { path, lists, missing, unknown }, `${text}\n`);
  },
  forget: ({ args: [address = ''], flags }) => {
    return async (admin, invocation) => {
      await requireYes(invocation, {
        question: `Erase ${address} from history, cache, batches and lists of all teams?`,
        yes: flags.yes === true,
        refusal: 'Nothing was erased',
      });
      const erased = await forget(admin, address);
      const { verifications, cachedAnswers, entries, listRows, suppressions, outcomes, imports } =
        erased;
      await invocation.notice(
        `Erased: ${verifications} of the history, ${cachedAnswers} of the cache, ${entries} batch entries, ${listRows} rows of lists, ${plural(outcomes, 'outcome')}, ${plural(imports, 'imported result')}`,
      );
      if (suppressions === 0) return;
      const lists = plural(suppressions, 'do-not-mail list');
      await invocation.notice(`It stays in ${lists}, as a hash`);
    };
  },
} satisfies Record<string, AdminAction>;

type ShownTeam = ReturnType<typeof showTeam>;

async function printTeam(invocation: Invocation, team: ShownTeam): Promise<void> {
  await printOne(invocation, team, `${team.name}\t${quotaText(team)}\n`);
}

function quotaText({ quota }: ShownTeam): string {
  return quota === null ? 'unlimited' : `${quota}/month`;
}

async function printStorage(
  invocation: Invocation,
  storage: { readonly team: string } & Awaited<ReturnType<typeof teamStorage>>,
): Promise<void> {
  const { team, used, ownLimit, lists } = storage;
  const limit = ownLimit === null ? 'the default limit' : `a limit of ${formatSize(ownLimit)}`;
  const text = `${team}\tbatches ${formatSize(used)}, with ${limit}; lists ${formatSize(lists)}\n`;
  await printOne(invocation, storage, text);
}

async function printTeams(invocation: Invocation, rows: ShownTeam[]): Promise<void> {
  await printList(invocation, {
    rows,
    columns: [
      { title: 'NAME', text: ({ name }) => name },
      { title: 'QUOTA', text: quotaText },
      { title: 'USED', align: 'right', text: ({ used }) => String(used) },
      { title: 'CREATED', isTime: true, text: ({ createdAt }) => createdAt },
    ],
  });
}

async function printKeys(
  invocation: Invocation,
  rows: ReturnType<typeof showKey>[],
): Promise<void> {
  await printList(invocation, {
    rows,
    columns: [
      { title: 'ID', text: ({ id }) => id },
      { title: 'TEAM', text: ({ team }) => team },
      { title: 'LABEL', text: ({ label }) => label ?? '' },
      { title: 'KEY', text: ({ lastFour }) => `…${lastFour}` },
      { title: 'SCOPES', text: ({ scopes }) => scopes.join(',') },
      { title: 'CREATED', isTime: true, text: ({ createdAt }) => createdAt },
      { title: 'LAST USED', isTime: true, text: ({ lastUsedAt }) => lastUsedAt ?? 'never' },
      { title: 'EXPIRES', isTime: true, text: ({ expiresAt }) => expiresAt ?? 'never' },
      { title: 'REVOKED', isTime: true, text: ({ revokedAt }) => revokedAt ?? '' },
    ],
  });
}

/** Where `serve` listens by default. */
const DEFAULT_DASHBOARD = 'http://127.0.0.1:8025';

/**
 * Where people reach the dashboard, without a trailing slash: as `serve` would have it, else where the service said
 * last. Warns where that is this machine only.
 */
async function dashboardUrl(
  { store }: Admin,
  { context, notice }: Invocation,
  flags: RawFlags,
): Promise<string> {
  const named = textFlag(flags, 'publicUrl') ?? context.env.MAILVET_PUBLIC_URL ?? '';
  const given = withoutEnd(named, '/');
  if (given) return given;
  const base = (await store.ownUrl.find()) ?? DEFAULT_DASHBOARD;
  if (isLoopback(new URL(base).hostname)) {
    await notice(
      `No public URL is set, so the link begins with ${base}, which works on this machine at most. ` +
        "Add --public-url <url>, or set MAILVET_PUBLIC_URL as the service's",
    );
  }
  return base;
}

function isLoopback(host: string): boolean {
  return /^(?:localhost|127\.[\d.]+|\[::1\])$/.test(host);
}

/** Bytes; null: as the service has it. */
function parseStorage(size: string): number | null {
  if (size === 'default') return null;
  const limit = parseSize(size);
  if (limit !== undefined && limit > 0) return limit;
  throw new MailvetError('usage', `A storage is a size such as 2GB, or default, not '${size}'`);
}

const CHARGES: Readonly<Record<string, boolean>> = { free: false, charged: true };

function parseCharge(word: string): boolean {
  const isCharged = CHARGES[word];
  if (isCharged !== undefined) return isCharged;
  throw new MailvetError('usage', `Undecided verifications are free or charged, not '${word}'`);
}

export function parseCreateKey({ flags }: CommandLine) {
  const expires = textFlag(flags, 'expires');
  return {
    team: String(flags.team),
    label: textFlag(flags, 'label') ?? '',
    scopes: listFlag(flags, 'scopes', { noun: 'scope', words: KEY_SCOPES }) ?? KEY_SCOPES,
    /** By the present time, in milliseconds since the epoch; null: never. */
    expiresAt: expires === undefined ? (): number | null => null : parseExpiry(expires),
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

/** `10000`, `10000/month` or `unlimited` (null). */
function parseQuota(text: string): number | null {
  if (text === 'unlimited') return null;
  const match = /^(\d{1,12})(?:\/month)?$/.exec(text);
  if (match) return Number(match[1]);
  throw new MailvetError('usage', `A quota is a number a month or unlimited, not '${text}'`, {
    hint: 'Write it as 10000/month',
  });
}

/** As it is printed: times in ISO 8601 (UTC). */
function showTeam({ id, name, quota, used, createdAt }: TeamUsage) {
  return { id, name, quota, used, createdAt: isoTime(createdAt) };
}

/** Without its secret. */
function showKey({ id, teamName, label, lastFour, scopes, ...times }: KeyRecord) {
  return {
    id,
    team: teamName,
    label,
    lastFour,
    createdAt: isoTime(times.createdAt),
    lastUsedAt: isoOrNull(times.lastUsedAt),
    revokedAt: isoOrNull(times.revokedAt),
    scopes,
    expiresAt: isoOrNull(times.expiresAt),
  };
}
