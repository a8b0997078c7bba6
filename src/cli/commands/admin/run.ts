import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { MailvetError } from '../../../errors.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { Admin, KeyInfo, TeamInfo } from '../../../serve.ts';
import type { Env } from '../../context.ts';
import { embeddedDatabase } from '../../directories.ts';
import type { Action, Invocation } from '../../invocation.ts';
import { printList, printOne } from '../../io/print.ts';
import { makePrivateDatabase } from '../../service/embedded.ts';
import { databaseOf } from '../serve/options.ts';

export type OpenAdmin = (database: string, deps: { readonly clock: Clock }) => Promise<Admin>;

export type AdminAction = (admin: Admin, invocation: Invocation) => Promise<void>;

/**
 * Opens the database, does one thing, closes it. Says which database that was, and makes none
 * unless the action `creates`: a slip in the path must not look like an empty service.
 */
export function adminWith(open: OpenAdmin, action: AdminAction, creates = false): Action {
  return async (invocation) => {
    const { context, flags } = invocation;
    const database = databaseOf(flags, context);
    const isNew = !isUrl(database) && !existsSync(database);
    if (isNew && !creates) throw noDatabase(database);
    if (database === embeddedDatabase(context)) {
      await makePrivateDatabase(database, context.platform);
    }
    const admin = await open(database, { clock: context.clock });
    try {
      await action(admin, invocation);
    } finally {
      await admin.close();
    }
    await invocation.notice(`${isNew ? 'New database' : 'Database'}: ${withoutPassword(database)}`);
    return undefined;
  };
}

function isUrl(database: string): boolean {
  return /^[a-z]+:\/\//i.test(database);
}

function withoutPassword(database: string): string {
  const url = isUrl(database) ? URL.parse(database) : null;
  if (!url) return database;
  url.password = '';
  return url.href;
}

function noDatabase(database: string): MailvetError {
  return new MailvetError('input', `there is no database ${database}`, {
    hint: 'Name another with --database; mailvet admin team create makes one',
  });
}

export const ADMIN_ACTIONS = {
  async createTeam(admin, invocation) {
    const { args, flags } = invocation;
    const quota = typeof flags.quota === 'string' ? parseQuota(flags.quota) : null;
    await printTeam(invocation, await admin.createTeam(args[0] ?? '', quota));
  },
  async listTeams(admin, invocation) {
    await printTeams(invocation, await admin.listTeams());
  },
  async setQuota(admin, invocation) {
    const [name = '', quota = ''] = invocation.args;
    await printTeam(invocation, await admin.setQuota(name, parseQuota(quota)));
  },
  async createKey(admin, invocation) {
    const { team, label } = invocation.flags;
    const text = typeof label === 'string' ? label : null;
    const created = await admin.createKey(String(team), text);
    // The key alone, so that $(mailvet admin key create …) is the key.
    await printOne(invocation, created, `${created.key}\n`);
  },
  async listKeys(admin, invocation) {
    const { team } = invocation.flags;
    await printKeys(invocation, await admin.listKeys(typeof team === 'string' ? team : undefined));
  },
  async revokeKey(admin, invocation) {
    const revoked = await admin.revokeKey(invocation.args[0] ?? '');
    await printOne(invocation, revoked, `${revoked.id} is revoked\n`);
  },
  async invite(admin, invocation) {
    const { args, flags, context } = invocation;
    const team = String(flags.team);
    const { path, ...invited } = await admin.invite(team, args[0] ?? '', roleOf(flags.role));
    const link = `${dashboardUrl(flags.publicUrl, context.env)}${path}`;
    // The link alone, so that it can be piped on.
    await printOne(invocation, { team, ...invited, link }, `${link}\n`);
  },
  async resetPassword(admin, invocation) {
    const { args, flags, context } = invocation;
    const { path, ...reset } = await admin.resetPassword(args[0] ?? '');
    const link = `${dashboardUrl(flags.publicUrl, context.env)}${path}`;
    await printOne(invocation, { ...reset, link }, `${link}\n`);
  },
  async backup(admin, { args, context, notice }) {
    const path = resolve(context.cwd, args[0] ?? '');
    await admin.backup(path);
    await notice(`The database is copied to ${path}`);
  },
  async forget(admin, { args, notice }) {
    const { verifications, cachedAnswers, entries } = await admin.forget(args[0] ?? '');
    await notice(
      `Erased: ${verifications} of the history, ${cachedAnswers} of the cache, ${entries} batch entries`,
    );
  },
} satisfies Record<string, AdminAction>;

function roleOf(role: unknown): 'owner' | 'member' {
  if (role === undefined || role === 'owner') return 'owner';
  if (role === 'member') return 'member';
  throw new MailvetError('usage', `--role is owner or member, not '${role}'`);
}

/** Where `serve` says it is, by the same setting; else where it listens by default. */
function dashboardUrl(flag: unknown, env: Env): string {
  const given = flag === undefined ? env.MAILVET_PUBLIC_URL : String(flag);
  return given ? given.replace(/\/+$/, '') : 'http://127.0.0.1:8025';
}

/** `10000`, `10000/month` or `unlimited` (null). */
export function parseQuota(text: string): number | null {
  if (text === 'unlimited') return null;
  const match = /^(\d{1,12})(?:\/month)?$/.exec(text);
  if (match) return Number(match[1]);
  throw new MailvetError('usage', `A quota is a number a month or unlimited, not '${text}'`, {
    hint: 'Write it as 10000/month',
  });
}

async function printTeam(invocation: Invocation, team: TeamInfo): Promise<void> {
  await printOne(invocation, team, `${team.name}\t${quotaText(team)}\n`);
}

function quotaText({ quota }: TeamInfo): string {
  return quota === null ? 'unlimited' : `${quota}/month`;
}

async function printTeams(invocation: Invocation, rows: TeamInfo[]): Promise<void> {
  await printList(invocation, {
    rows,
    columns: [
      { title: 'NAME', text: ({ name }) => name },
      { title: 'QUOTA', text: quotaText },
      { title: 'USED', align: 'right', text: ({ used }) => String(used) },
      { title: 'CREATED', text: ({ createdAt }) => createdAt },
    ],
  });
}

async function printKeys(invocation: Invocation, rows: KeyInfo[]): Promise<void> {
  await printList(invocation, {
    rows,
    columns: [
      { title: 'ID', text: ({ id }) => id },
      { title: 'TEAM', text: ({ team }) => team },
      { title: 'LABEL', text: ({ label }) => label ?? '' },
      { title: 'KEY', text: ({ lastFour }) => `…${lastFour}` },
      { title: 'CREATED', text: ({ createdAt }) => createdAt },
      { title: 'LAST USED', text: ({ lastUsedAt }) => lastUsedAt ?? 'never' },
      { title: 'REVOKED', text: ({ revokedAt }) => revokedAt ?? '' },
    ],
  });
}
