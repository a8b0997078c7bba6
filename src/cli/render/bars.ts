const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'] as const;
const COLUMNS = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'] as const;

/** A bar from the left, in eighths of a character; something that is more than nothing shows. */
export function bar(share: number, width: number): string {
  const eighths = share > 0 ? Math.max(1, Math.round(share * width * 8)) : 0;
  return '█'.repeat(Math.floor(eighths / 8)) + EIGHTHS[eighths % 8];
}

/** One upright column, from nothing to a full block; something that is more than nothing shows. */
export function column(share: number): string {
  return COLUMNS[Math.ceil(share * 8)] ?? '█';
}
