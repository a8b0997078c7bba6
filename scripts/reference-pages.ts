/**
 * Writes docs/reference/ from what the program is made of: its commands, exit codes, reasons, metrics, events of
 * the log, HTTP interface, and the verifiers whose results it reads.
 *
 *     node scripts/reference-pages.ts           writes the pages
 *     node scripts/reference-pages.ts --check   ends with 1 where a page is not what it would write
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { describeProgram } from '../src/cli/commands/describe.ts';
import type { CliDependencies } from '../src/cli/invocation.ts';
import { buildProgram } from '../src/cli/program.ts';
import { policyJsonSchema } from '../src/policy/schema.ts';
import { commandsPage } from './reference/commands-page.ts';
import { exitCodesPage } from './reference/exit-codes-page.ts';
import { httpPage } from './reference/http-page.ts';
import { logPage } from './reference/log-page.ts';
import { metricsPage } from './reference/metrics-page.ts';
import { reasonsPage } from './reference/reasons-page.ts';
import { verifiersPage } from './reference/verifiers-page.ts';

const program = buildProgram(
  // The tree is described and never run.
  { finish: () => {} } as unknown as CliDependencies,
  { out: () => {}, columns: 80, help: { all: true, heading: (text) => text } },
);

const PAGES = {
  'commands.md': commandsPage(describeProgram(program)),
  'exit-codes.md': exitCodesPage(),
  'http.md': httpPage(),
  'log.md': logPage(),
  'metrics.md': await metricsPage(),
  'reasons.md': reasonsPage(),
  'verifiers.md': verifiersPage(),
  'mailvet.schema.json': JSON.stringify(policyJsonSchema(), undefined, 2),
};

for (const [name, text] of Object.entries(PAGES)) {
  const place = new URL(`../docs/reference/${name}`, import.meta.url);
  const page = `${text}\n`;
  if (!process.argv.includes('--check')) writeFileSync(place, page);
  else if (readFileSync(place, 'utf8') !== page) {
    process.stderr.write(`docs/reference/${name} is out of date: npm run docs:reference\n`);
    process.exitCode = 1;
  }
}
