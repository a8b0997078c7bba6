const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'] as const;
const COLUMNS = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'] as const;

/** A horizontal bar in eighths of a character; a value above zero is always visible. */
export function bar(share: number, width: number): string {
  const eighths = share > 0 ? Math.max(1, Math.round(share * width * 8)) : 0;
  return '█'.repeat(Math.floor(eighths / 8)) + EIGHTHS[eighths % 8];
}

/** One vertical bar, up to a full block; a value above zero is always visible. */
export function column(share: number): string {
  return COLUMNS[Math.ceil(share * 8)] ?? '█';
}
