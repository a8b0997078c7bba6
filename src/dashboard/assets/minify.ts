/**
 * Leaves out indents, empty lines and lines that are comments. Texts of ours have no line breaks inside of
 * strings; what is left is for the compression.
 */
export function minify(text: string): string {
  const lines = text.split('\n').map((line) => line.trim());
  return lines.filter((line) => line !== '' && !COMMENT.test(line)).join('\n');
}

const COMMENT = /^(\/\/|\/\*|\*(?! \{))/;
