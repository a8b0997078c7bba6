/** A table of Markdown. Cells may hold Markdown; a pipe in them would end the cell. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

export function code(text: string): string {
  return `\`${text}\``;
}

/** Text of the program, in which `<file>` would be a tag. */
export function plain(text: string): string {
  return text.replaceAll('<', '&lt;').replaceAll('*', '\\*');
}

export function generatedFrom(source: string): string {
  return `Generated from ${source} (\`npm run docs:reference\`).`;
}
