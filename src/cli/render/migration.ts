/** A database that was brought to this version. `text`: `migrated 6 → 20`. */
interface Migration {
  readonly text: string;
  readonly copy?: string | undefined;
  readonly copyProblem?: string | undefined;
}

/** The notice of it, with the copy as it was. */
export function migrationText({ text, copy, copyProblem }: Migration): string {
  if (copy !== undefined) return `Database ${text}. A copy of it as it was: ${copy}`;
  if (copyProblem !== undefined) return `Database ${text}, without a copy: ${copyProblem}`;
  return `Database ${text}`;
}
