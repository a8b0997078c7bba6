/** Where the files of a database's lists are: beside it. */
export function listFolder(database: string): string {
  return `${database}.lists`;
}
