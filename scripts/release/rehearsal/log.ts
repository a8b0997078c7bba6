/** What came of a route: it ended in the quick start, its file was only read by a checker, or it can't be done here. */
export type Result = 'ok' | 'checked' | 'not done' | 'FAILED';

export interface Row {
  readonly route: string;
  readonly result: Result;
  readonly seconds: number;
  /** Of what is installed, or of the file. */
  readonly bytes?: number | undefined;
  /** What was done, or why it was not. */
  readonly what: string;
}

export function toLine({ route, result, seconds, bytes, what }: Row): string {
  const size = bytes === undefined ? '' : toSize(bytes);
  return [
    route.padEnd(12),
    result.padEnd(9),
    `${seconds.toFixed(0)} s`.padStart(6),
    size.padStart(9),
    ` ${what}`,
  ]
    .join(' ')
    .trimEnd();
}

function toSize(bytes: number): string {
  return bytes < 1e6 ? `${(bytes / 1e3).toFixed(1)} KB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

/** The changelog as the tag has it: what is unreleased becomes the section of the version. */
export function dateChangelog(text: string, version: string, date: string): string {
  if (text.includes(`\n## [${version}]`)) return text;
  return text.replace('\n## [Unreleased]\n', `\n## [Unreleased]\n\n## [${version}] - ${date}\n`);
}
