/**
 * A cell that a spreadsheet would run as a formula, guarded by an apostrophe before it
 * (https://owasp.org/www-community/attacks/CSV_Injection). Blanks before the sign count too, and so
 * do the full-width signs that some programs take for the ASCII ones, and NULs, which they drop.
 */
export function guardFormula(cell: string): string {
  return FORMULA.test(cell) ? `'${cell}` : cell;
}

const FORMULA = /^(?:[\t\r\n]|[\s\0]*[=+\-@＝＋－＠])/;
