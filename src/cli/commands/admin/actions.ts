import { formatSize } from '../../../lib/size.ts';
import { counted, plural } from '../../../lib/wording.ts';
import type { KeyInfo, TeamInfo, TeamStorageInfo } from '../../../serve.ts';
import { requireYes } from '../../confirmation.ts';
import type { Invocation } from '../../invocation.ts';
import { printList, printOne } from '../../io/print.ts';
import { textFlag } from '../../options/values.ts';
import { readVerifierOptions } from '../../options/verifier-options.ts';
import { printReplay, type ReplayedResult } from '../../render/replay.ts';
import {
  parseBackup,
  parseCreateKey,
  parseCreateTeam,
  parseInvite,
  parseResetPassword,
  parseSetQuota,
  parseTeamStorage,
} from './options.ts';
import type { AdminAction } from './run.ts';
import { SUPPRESSION_ACTIONS } from './suppression-actions.ts';
import { WEBHOOK_ACTIONS } from './webhook-actions.ts';

export const ADMIN_ACTIONS = {
  ...WEBHOOK_ACTIONS,
  ...SUPPRESSION_ACTIONS,
  createTeam: (line) => {
    const { name, quota } = parseCreateTeam(line);
    return async (admin, invocation) =>
      await printTeam(invocation, await admin.createTeam(name, quota));
  },
  listTeams: () => async (admin, invocation) =>
    await printTeams(invocation, await admin.listTeams()),
  setQuota: (line) => {
    const { name, quota } = parseSetQuota(line);
    return async (admin, invocation) =>
      await printTeam(invocation, await admin.setQuota(name, quota));
  },
  teamStorage: (line) => {
    const { name, limit } = parseTeamStorage(line);
    return async (admin, invocation) => {
      if (limit !== undefined) await admin.setStorage(name, limit);
      await printStorage(invocation, await admin.storage(name));
    };
  },
  createKey: (line) => {
    const { team, label, scopes, expiresAt } = parseCreateKey(line);
    return async (admin, invocation) => {
      const limits = { scopes, expiresAt: expiresAt(invocation.context.clock.now()) };
      const created = await admin.createKey(team, label, limits);
      // The key alone, so that $(mailvet admin key create …) is the key.
      await printOne(invocation, created, `${created.key}\n`);
    };
  },
  listKeys: ({ flags }) => {
    const team = textFlag(flags, 'team');
    return async (admin, invocation) => await printKeys(invocation, await admin.listKeys(team));
  },
  revokeKey: ({ args: [id = ''] }) => {
    return async (admin, invocation) => {
      const revoked = await admin.revokeKey(id);
      await printOne(invocation, revoked, `${revoked.id} is revoked\n`);
    };
  },
  invite: (line) => {
    const { team, email, role, dashboard } = parseInvite(line);
    return async (admin, invocation) => {
      const { path, ...invited } = await admin.invite(team, email, role);
      const link = `${dashboard}${path}`;
      // The link alone, so that it can be piped on.
      await printOne(invocation, { team, ...invited, link }, `${link}\n`);
    };
  },
  resetPassword: (line) => {
    const { email, dashboard } = parseResetPassword(line);
    return async (admin, invocation) => {
      const { path, ...reset } = await admin.resetPassword(email);
      const link = `${dashboard}${path}`;
      await printOne(invocation, { ...reset, link }, `${link}\n`);
    };
  },
  backup: (line) => {
    const path = parseBackup(line);
    return async (admin, { notice }) => {
      const lists = await admin.backup(path);
      const beside = lists === 0 ? '' : `, and ${plural(lists, 'list')} to ${path}.lists`;
      await notice(`The database is copied to ${path}${beside}`);
    };
  },
  forget: ({ args: [address = ''], flags }) => {
    return async (admin, invocation) => {
      await requireYes(invocation, {
        question: `Erase ${address} from history, cache, batches and lists of all teams?`,
        yes: flags.yes === true,
        refusal: 'Nothing was erased',
      });
      const erased = await admin.forget(address);
      const { verifications, cachedAnswers, entries, listRows, suppressions } = erased;
      await invocation.notice(
        `Erased: ${verifications} of the history, ${cachedAnswers} of the cache, ${entries} batch entries, ${listRows} rows of lists`,
      );
      if (suppressions === 0) return;
      const lists = plural(suppressions, 'suppression list');
      await invocation.notice(`It stays suppressed by a hash in ${lists}`);
    };
  },
  replay: ({ flags }) => {
    const apply = flags.apply === true;
    return async (admin, invocation) => {
      const { context, globals } = invocation;
      const { providers } = readVerifierOptions(globals.verifier, context.env);
      const changes: ReplayedResult[] = [];
      const onChange = (change: ReplayedResult) => changes.push(change);
      const { history, cache, entries } = await admin.replay({ apply, providers, onChange });
      await printReplay(invocation, changes);
      const changed = apply ? 'Corrected' : 'To correct';
      const of = ({ changed: count, judged }: typeof history) =>
        `${counted(count)} of ${counted(judged)}`;
      await invocation.notice(
        `${changed}: ${of(history)} in the history, ${of(cache)} in the cache, ${of(entries)} in batches`,
      );
      if (!apply && changes.length > 0) await invocation.notice('--apply corrects them');
    };
  },
} satisfies Record<string, AdminAction>;

async function printTeam(invocation: Invocation, team: TeamInfo): Promise<void> {
  await printOne(invocation, team, `${team.name}\t${quotaText(team)}\n`);
}

function quotaText({ quota }: TeamInfo): string {
  return quota === null ? 'unlimited' : `${quota}/month`;
}

/** The total, then each part in a line. */
async function printStorage(invocation: Invocation, storage: TeamStorageInfo): Promise<void> {
  const { team, used, ownLimit, stored } = storage;
  const limit = ownLimit === null ? 'the default limit' : `a limit of ${formatSize(ownLimit)}`;
  const parts = Object.entries(stored).filter(([, bytes]) => bytes > 0);
  const lines = parts.map(([part, bytes]) => `  ${part.padEnd(14)}${formatSize(bytes)}\n`);
  await printOne(
    invocation,
    storage,
    `${team}\t${formatSize(used)}, with ${limit}\n${lines.join('')}`,
  );
}

async function printTeams(invocation: Invocation, rows: TeamInfo[]): Promise<void> {
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

async function printKeys(invocation: Invocation, rows: KeyInfo[]): Promise<void> {
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
