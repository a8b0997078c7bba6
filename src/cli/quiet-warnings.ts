/**
 * Node 22 warns that node:sqlite is experimental, which does not concern users: this warning alone
 * is dropped.
 */
export function hideSqliteWarning(warner: Pick<NodeJS.Process, 'emitWarning'>): void {
  const emit = warner.emitWarning.bind(warner) as (...args: unknown[]) => void;
  warner.emitWarning = (warning: string | Error, ...rest: unknown[]) => {
    const message = typeof warning === 'string' ? warning : warning.message;
    if (!/^SQLite is an experimental feature/.test(message)) emit(warning, ...rest);
  };
}
