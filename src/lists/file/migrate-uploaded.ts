import type { DatabaseSync } from 'node:sqlite';
import { MailvetError } from '../../errors.ts';
import { inTransaction } from '../../lib/in-transaction.ts';
import { checksum, writeRecord } from './check.ts';
import { readVersion, TABLES, VERSION } from './database.ts';
import { portionInserter, readOrdinals, toBytes } from './portions.ts';

/**
 * Brings a list that an earlier service left up to date: its results stood with the addresses. Their
 * columns stay, unused: to drop them would write the whole table twice, while others wait.
 */
export function migrateUploaded(database: DatabaseSync): void {
  if (readVersion(database) === VERSION) return;
  inTransaction(database, () => {
    // Another thread or process may have done it meanwhile.
    const version = readVersion(database);
    if (version === VERSION) return;
    if (version !== 1)
      throw new MailvetError(
        'internal',
        `a list of version ${version} can't be read by this mailvet`,
      );
    database.exec(`ALTER TABLE portion RENAME TO old_portion; ${TABLES}`);
    moveHeader(database);
    movePortions(database);
    database.exec(`
      DROP TABLE list;
      DROP TABLE old_portion;
      UPDATE address SET result = NULL WHERE result IS NOT NULL;
      PRAGMA user_version = ${VERSION};
    `);
  });
}

function moveHeader(database: DatabaseSync): void {
  const row = database.prepare('SELECT * FROM list').get() ?? {};
  const names = ['reading', 'plan', 'counts', 'verdicts'];
  const values = names.map((name) => [name, JSON.parse(String(row[name]))]);
  const header = { name: row.name, isAscii: row.is_ascii === 1, ...Object.fromEntries(values) };
  writeRecord(database, header);
}

/** An address that was asked again is in several portions: its result goes to the first, which was sent. */
function movePortions(database: DatabaseSync): void {
  const insert = portionInserter(database, false);
  const insertCodes = database.prepare('INSERT INTO result (first, codes, sum) VALUES (?, ?, ?)');
  const insertOther = database.prepare(
    'INSERT INTO unpackable_result (ordinal, result, sum) VALUES (?, ?, ?)',
  );
  const select = database.prepare('SELECT code, result FROM address WHERE ordinal = ?');
  const moved = new Set<number>();
  let first = 1;
  const numbers = database.prepare('SELECT number FROM old_portion ORDER BY number').all();
  const read = database.prepare('SELECT ordinals FROM old_portion WHERE number = ?');
  for (const { number } of numbers) {
    const ordinals = readOrdinals(read.get(Number(number))?.ordinals);
    const codes = ordinals.map((ordinal) => {
      const { code, result } = select.get(ordinal) ?? {};
      if (moved.has(ordinal) || !code) return 0;
      moved.add(ordinal);
      if (typeof result === 'string') insertOther.run(ordinal, result, checksum(result));
      return Number(code);
    });
    insert(first, ordinals);
    const bytes = toBytes(codes);
    if (codes.some((code) => code !== 0)) insertCodes.run(first, bytes, checksum(bytes));
    first += ordinals.length;
  }
}
