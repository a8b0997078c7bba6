/** Whether a database is named by a PostgreSQL URL: else it is the path of an SQLite file. */
export function isPostgresUrl(database: string): boolean {
  return /^postgres(ql)?:\/\//i.test(database);
}

/** Whether it is a URL of any kind. */
export function isUrl(database: string): boolean {
  return /^[a-z]+:\/\//i.test(database);
}

/** The name of a database for people: a URL with its password masked. */
export function shownDatabase(database: string): string {
  if (!isUrl(database)) return database;
  const url = URL.parse(database);
  if (!url) return database.replace(/^([a-z]+:\/\/).*@/i, '$1***@');
  if (url.password !== '') url.password = '***';
  if (url.searchParams.has('password')) url.searchParams.set('password', '***');
  return url.href;
}

/** Where the files of a database's lists are by default: beside it. */
export function listFolder(database: string): string {
  return `${database}.lists`;
}
