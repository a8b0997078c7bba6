/**
 * Node 22 warns that node:sqlite is experimental. That is for us to know, not for users: this one
 * warning is dropped, every other one stays.
 */
export function hideSqliteWarning(warner: Pick<NodeJS.Process, 'emitWarning'>): void {
  const emit = warner.emitWarning.bind(warner) as (...args: unknown[]) => void;
  warner.emitWarning = (warning: string | Error, ...rest: unknown[]) => {
    const message = typeof warning === 'string' ? warning : warning.message;
    if (!/^SQLite is an experimental feature/.test(message)) emit(warning, ...rest);
  };
}
