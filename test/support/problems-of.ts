import { checkDatabase } from '../../src/composition/admin.ts';

/** What `admin check` finds in a database, a sentence each. `now` is a wall clock's time. */
export async function problemsOf(
  database: string,
  now: number = Date.UTC(2026, 10, 21),
): Promise<string[]> {
  const problems = await checkDatabase(database, { now });
  return problems.map(({ text }) => text);
}
