/** What `mailvet admin` needs beside use cases: the open database, and the files of its lists. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { open, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { systemClock } from '../lib/clock.ts';
import { isPostgresUrl, listFolder } from '../lib/database-name.ts';
import { MailvetError } from '../lib/errors.ts';
import { secureToken } from '../lib/secure-token.ts';
import { percent } from '../lib/wording.ts';
import { createTargetJudge } from '../notify/target-judge.ts';
import { type ContradictedRule, findContradictedRules } from '../service/accuracy/accuracy.ts';
import type { ListFiles } from '../service/lists/list-files.ts';
import type { TokenContext } from '../service/ports.ts';
import {
  type ImportedSuppressions,
  importSuppressionFile,
  type SuppressionOwner,
} from '../service/suppressions/suppressions.ts';
import { type ForgottenCounts, forgetAddress } from '../service/upkeep/forget-address.ts';
import type { Checked, Problem } from '../store/checks.ts';
import type { MigratedSchema } from '../store/migrations.ts';
import { migrateStore, openStore } from '../store/open-store.ts';
import {
  adoptListFolder,
  type ListSettings,
  ownListFolder,
  placeOf,
  refuseForeignFolder,
} from './list-folder.ts';
import { migrationLog } from './observe.ts';
import type { ServeDeps } from './serve-deps.ts';

/** An open database, as use cases take it. */
export interface Admin extends TokenContext, ListSettings {}

interface AdminDeps extends Pick<ServeDeps, 'clock' | 'log'> {
  readonly databaseDirect?: string | undefined;
  readonly lists?: string | undefined;
  /** Default: beside the SQLite file. */
  readonly listFolder?: string;
}

/** Opens a service's database for administration, also while the service runs. */
export async function openAdmin(
  database: string,
  { clock, log, databaseDirect: directUrl, lists, listFolder: folder }: AdminDeps,
): Promise<Admin> {
  const store = await openStore(database, { directUrl, onMigrated: migrationLog(log) });
  const listPlace = { database, lists, listFolder: folder ?? listFolder(database) };
  return { store, clock, token: secureToken, ...listPlace };
}

/** The same, to create webhooks: `allowNetwork` are networks (CIDR) that the service opens. */
export function withTargetJudge(admin: Admin, allowNetwork: readonly string[]) {
  return { ...admin, judgeTarget: createTargetJudge(allowNetwork) };
}

/**
 * Copies the database to a new file, and the lists to a folder beside it; returns how many lists. First
 * the database: what its lists have beyond it is collected again, the reverse would be lost. Rejects
 * with `input` when there is such a file, and with `config` where the folder of the lists is not there.
 */
export async function backUp(admin: Admin, path: string): Promise<number> {
  const { checkCopyPlace, copyLists } = await import('../lists/folder/copy-lists.ts');
  checkCopyPlace(listFolder(path));
  const folder = admin.lists === 'off' ? undefined : await ownListFolder(admin.store, admin);
  await admin.store.backup(path);
  return folder ? copyLists(folder.path, listFolder(path)) : 0;
}

interface AdoptedLists {
  readonly path: string;
  /** Lists that the database knows. */
  readonly lists: number;
  /** Those of them whose file is not in the folder. */
  readonly missing: number;
  /** Lists in the folder that the database does not know. */
  readonly unknown: number;
}

/** Makes a folder the one of this database. */
export async function adoptLists(admin: Admin): Promise<AdoptedLists> {
  const { store } = admin;
  if (admin.lists === 'off') {
    throw new MailvetError('input', '--lists off names no folder', {
      hint: ['Name one with ', { code: 'setting', name: 'lists', takes: '<folder>' }],
    });
  }
  const folder = placeOf(admin);
  const { listedIds } = await import('../lists/folder/list-folder.ts');
  await adoptListFolder(store.listFolderIds, folder);
  const there = new Set(listedIds(folder));
  const known = await store.listQueue.ids();
  const lists = await store.listFolderIds.withFiles();
  return {
    path: folder.path,
    lists: lists.length,
    missing: lists.filter((id) => !there.has(id)).length,
    unknown: [...there].filter((id) => !known.has(id)).length,
  };
}

/** Erases an address from history, cache, batches and lists of all teams. */
export function forget(admin: Admin, address: string): Promise<ForgottenCounts> {
  return withListFiles(admin, (files) => forgetAddress({ store: admin.store, files }, address));
}

/** With the files of lists, where there are any. */
async function withListFiles<T>(
  admin: Admin,
  work: (files: ListFiles | undefined) => Promise<T>,
): Promise<T> {
  if (admin.lists === 'off') return work(undefined);
  const folder = await ownListFolder(admin.store, admin);
  return existsSync(folder.path) ? useListFiles(folder, work) : work(undefined);
}

async function useListFiles<T>(
  folder: Parameters<typeof import('../lists/thread/open-list-files.ts').openListFiles>[0],
  work: (files: ListFiles) => Promise<T>,
): Promise<T> {
  const { openListFiles } = await import('../lists/thread/open-list-files.ts');
  const files = openListFiles(folder, new AbortController().signal);
  try {
    return await work(files);
  } finally {
    await files.close();
  }
}

interface SuppressionFile {
  /** The path of the file, or its bytes. */
  readonly content: string | AsyncIterable<Uint8Array>;
  /** The name or number of the e-mail column; empty: it is to be found. */
  readonly column: string;
}

/** Adds what a file holds to a suppression list, in a folder of its own, which is gone with the import. */
export async function importSuppressions(
  admin: Admin,
  owner: SuppressionOwner,
  { content, column }: SuppressionFile,
): Promise<ImportedSuppressions> {
  const folder = mkdtempSync(join(tmpdir(), 'mailvet-import-'));
  try {
    return await useListFiles({ path: join(folder, 'lists') }, async (files) => {
      const path = typeof content === 'string' ? content : await keep(folder, content);
      await using file = await open(path).catch((error: NodeJS.ErrnoException) => {
        throw new MailvetError('input', `${path} can't be read: ${error.code}`, { cause: error });
      });
      const received = { fd: file.fd, name: basename(path), column };
      return await importSuppressionFile({ ...admin, files }, owner, received);
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A thread reads by a file descriptor, from any place. Returns the path. */
async function keep(folder: string, content: AsyncIterable<Uint8Array>): Promise<string> {
  const path = join(folder, 'stdin');
  await writeFile(path, content);
  return path;
}

/** Brings a database to the schema of this version. */
export function migrateDatabase(
  database: string,
  databaseDirect: string | undefined,
): Promise<MigratedSchema> {
  return migrateStore(databaseDirect ?? database);
}

interface CheckOptions {
  /** Folder of the uploaded lists; absent: it is not looked at. */
  readonly lists?: string | undefined;
  readonly now: number;
}

/**
 * The problems of a service's database and of its folder of lists; none where they are sound. Rejects with
 * MailvetError `config` where the folder belongs to another database.
 */
export async function checkDatabase(
  database: string,
  { lists: folder, now }: CheckOptions,
): Promise<readonly Problem[]> {
  const { problems: found, lists, place } = await checkRows(database, now);
  const isSound = found.every(({ mend, isNote }) => mend !== undefined || isNote);
  const problems = isSound ? [...found, ...(await ruleNotes(database, now))] : found;
  if (folder === undefined || lists === undefined) return problems;
  const { checkListFolder } = await import('../lists/folder/check-folder.ts');
  try {
    refuseForeignFolder({ path: folder, database }, place);
  } catch (error) {
    // What is damaged may not say whose the folder is.
    if (!isSound) return problems;
    throw error;
  }
  return [...problems, ...checkListFolder(folder, lists, now)];
}

/** Rules that outcomes contradict more often than they promise. */
async function ruleNotes(database: string, now: number): Promise<readonly Problem[]> {
  const store = await openStore(database);
  try {
    const clock = { ...systemClock, now: () => now };
    const rules = await findContradictedRules({ store, clock });
    return rules.map((rule) => ({ text: ruleNote(rule), isNote: true }));
  } finally {
    await store.close();
  }
}

function ruleNote(found: ContradictedRule): string {
  const { detail, rule, provider, contradicted, of, domains, promise } = found;
  const name = [detail, rule, provider].filter((part) => part !== '').join(', ');
  return `Outcomes of mail contradict ${contradicted} of ${of} results of the rule ${name}, in ${domains} domains; at most ${percent(promise)} may be. See: mailvet accuracy`;
}

async function checkRows(database: string, now: number): Promise<Checked> {
  if (isPostgresUrl(database)) {
    const { checkPostgres } = await import('../store/postgres/check-postgres.ts');
    return checkPostgres(database, now);
  }
  const { checkDatabase: check } = await import('../store/sqlite/check-database.ts');
  return check(database, now);
}
