import type { Env, Output } from '../context.ts';

/**
 * Whether the locale of the terminal has ASCII at most: `C`, `POSIX`, and character sets other than UTF-8
 * (`LC_ALL` before `LC_CTYPE` before `LANG`). One that names no character set, or no locale at all, says nothing.
 */
export function isAsciiLocale({ LC_ALL, LC_CTYPE, LANG }: Env): boolean {
  const locale = LC_ALL || LC_CTYPE || LANG || '';
  if (locale === 'C' || locale === 'POSIX') return true;
  const charset = /\.([^@]+)/.exec(locale)?.[1];
  return charset !== undefined && !/^utf-?8$/i.test(charset);
}

/** What stands for a symbol of ours where there is ASCII alone. Foreign text stays as it is. */
const ASCII: Readonly<Record<string, string>> = {
  '█': '#',
  '▇': '#',
  '▆': '#',
  '▅': '#',
  '▄': '=',
  '▃': '=',
  '▂': '-',
  '▁': '-',
  '▉': '#',
  '▊': '#',
  '▋': '=',
  '▌': '=',
  '▍': '-',
  '▎': '-',
  '▏': '-',
  '░': '.',
  '✓': '+',
  '✗': 'x',
  '→': '->',
  '…': '...',
  '’': "'",
  '“': '"',
  '”': '"',
  '–': '-',
  '×': 'x',
  '·': '|',
  '⠋': '|',
  '⠙': '/',
  '⠹': '-',
  '⠸': '\\',
  '⠼': '|',
  '⠴': '/',
  '⠦': '-',
  '⠧': '\\',
  '⠇': '|',
  '⠏': '/',
};

const SYMBOLS = new RegExp(`[${Object.keys(ASCII).join('')}]`, 'gu');

/** A text of ours in ASCII. */
export function asciiText(text: string): string {
  return text.replace(SYMBOLS, (symbol) => ASCII[symbol] ?? symbol);
}

/** A text of ours as the terminal can show it. */
export function inLocale(env: Env, text: string): string {
  return isAsciiLocale(env) ? asciiText(text) : text;
}

/** Writes text in ASCII. Bytes are a file's, and stay. */
export function asciiOutput(output: Output): Output {
  return {
    isTTY: output.isTTY,
    get columns() {
      return output.columns;
    },
    stream: output.stream,
    write: (chunk) => output.write(typeof chunk === 'string' ? asciiText(chunk) : chunk),
  };
}
