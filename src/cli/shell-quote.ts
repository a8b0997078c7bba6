/** A word as a POSIX shell takes it, in quotation marks where they are needed. */
export function shellQuote(word: string): string {
  return /^[\w@%+=:,./~-]+$/.test(word) ? word : quoteAlways(word);
}

/** The same, always in quotation marks. */
export function quoteAlways(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}
