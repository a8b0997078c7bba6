/**
 * Records what the built program shows in a terminal, and draws it: docs/pictures/quick-start.svg.
 *
 *     node scripts/pictures/terminal.ts           records and draws
 *     node scripts/pictures/terminal.ts --check   ends with 1 where the picture shows another text in the end
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { recordTerminal } from './record.ts';
import { finalText, playTerminal } from './screen.ts';
import { drawTerminal } from './terminal-svg.ts';

const PICTURE = 'docs/pictures/quick-start.svg';
const COMMAND = 'npx mailvet clean fixtures/contacts.csv --fix';
const SIZE = { columns: 90, rows: 24 };
const TITLE = 'mailvet cleans a list: its progress, then its addresses by verdict';

const typed = { at: 0, text: `\u001b[1m$ ${COMMAND}\u001b[0m\r\n` };
const lines = await playTerminal([typed, ...recordTerminal(COMMAND, SIZE)], SIZE);
const drawn = drawTerminal(lines, { ...SIZE, title: TITLE });
const place = new URL(`../../${PICTURE}`, import.meta.url);
if (!process.argv.includes('--check')) writeFileSync(place, drawn);
else if (lasting(readFileSync(place, 'utf8')) !== lasting(drawn)) {
  process.stderr.write(`${PICTURE} is out of date: npm run docs:pictures\n`);
  process.stderr.write(`${finalText(lines).join('\n')}\n`);
  process.exitCode = 1;
}

/** The text of a picture in the end, without what each run has of its own: ids and speeds. */
function lasting(svg: string): string {
  return [...svg.matchAll(/^<g>(.*)<\/g>$/gm)]
    .map(([, line = '']) => line.replaceAll(/<[^>]+>/g, ' '))
    .join('\n')
    .replaceAll(/(?:job|batch)_\w+/g, 'id')
    .replaceAll(/[\d.]+\/s/g, 'n/s');
}
