/**
 * Writes what the declarations of settings say into the tables of docs/reference/settings.md: which settings there are,
 * and their names and defaults. The last cell of a row is left as it is.
 *
 *     node scripts/settings-tables.ts           writes the tables
 *     node scripts/settings-tables.ts --check   ends with 1 where a table is not what it would write
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { SERVE } from '../src/settings/service.ts';
import { type Setting, type SettingTable, variableName } from '../src/settings/setting.ts';
import { VERIFIER_SETTINGS } from '../src/settings/verifier.ts';

interface Page {
  readonly path: string;
  /** The first line of the table. */
  readonly head: string;
  readonly settings: SettingTable;
  /** The cells of a row but the last; the first one names the setting. */
  readonly cells: (name: string, setting: Setting) => readonly string[];
}

const PAGES: readonly Page[] = [
  {
    path: 'docs/reference/settings.md',
    head: '| flag | environment | default | |',
    settings: VERIFIER_SETTINGS,
    cells: (name, setting) => [
      code(`--${name} ${setting.value}`),
      code(variableName(name)),
      shownDefault(setting),
    ],
  },
  {
    path: 'docs/reference/settings.md',
    head: '| setting | default | |',
    settings: SERVE.flags,
    cells: (name, setting) => [code(name), shownDefault(setting)],
  },
];

function code(text: string): string {
  return `\`${text.replaceAll('|', '\\|')}\``;
}

function shownDefault({ default: value, otherwise = '' }: Setting): string {
  return value === undefined ? otherwise : code(value);
}

/** The page with its table as it should be. */
function written({ head, settings, cells }: Page, page: string): string {
  const start = page.indexOf(`${head}\n`);
  const end = page.indexOf('\n\n', start);
  if (start < 0) throw new Error(`There is no table ${head}`);
  const [, rule = '', ...rows] = page.slice(start, end).split('\n');
  const notes = new Map(rows.map(noteOf));
  const lines = Object.entries(settings).map(([name, setting]) => {
    const [first = '', ...more] = cells(name, setting);
    return `| ${[first, ...more, notes.get(first) ?? setting.help].join(' | ')} |`;
  });
  const table = [head, rule, ...lines].join('\n').replaceAll(/\| +\|/g, '| |');
  return `${page.slice(0, start)}${table}${page.slice(end)}`;
}

/** The first cell of a row and the last. */
function noteOf(row: string): readonly [string, string] {
  const cells = row
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim());
  return [cells[0] ?? '', cells.at(-1) ?? ''];
}

for (const page of PAGES) {
  const place = new URL(`../${page.path}`, import.meta.url);
  const before = readFileSync(place, 'utf8');
  const after = written(page, before);
  if (after === before) continue;
  if (process.argv.includes('--check')) {
    process.stderr.write(`${page.path} is out of date: npm run docs:settings\n`);
    process.exitCode = 1;
  } else writeFileSync(place, after);
}
