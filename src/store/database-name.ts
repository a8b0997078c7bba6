/** Whether a database is named by a PostgreSQL URL: else it is the path of an SQLite file. */
export function isPostgresUrl(database: string): boolean {
  return /^postgres(ql)?:\/\//i.test(database);
}

/** The name for messages and logs: a URL without its password. */
export function shownDatabase(database: string): string {
  if (!isPostgresUrl(database)) return database;
  if (!URL.canParse(database)) return 'the PostgreSQL database';
  const url = new URL(database);
  if (url.password !== '') url.password = '***';
  if (url.searchParams.has('password')) url.searchParams.set('password', '***');
  return url.href;
}
