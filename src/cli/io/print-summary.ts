import type { ListSummary } from '../../formats/report/summarise.ts';
import { safeJson } from '../../lib/safe-text.ts';
import type { Invocation } from '../invocation.ts';
import { renderSummary, type SummarySubject } from '../render/batch-summary.ts';
import { paletteFor } from './colour.ts';
import { printLines } from './print-lines.ts';
import { loadTexts } from './texts.ts';

interface SummaryView {
  readonly subject: SummarySubject;
  readonly summary: ListSummary;
  /** Where the files are, if the first line says it. */
  readonly where?: string | undefined;
  /** Further lines. */
  readonly below?: readonly string[];
}

/** Prints what a run came to, on stderr; nothing with --quiet. */
export async function printSummary(
  { context, globals }: Invocation,
  { subject, summary, where, below = [] }: SummaryView,
): Promise<void> {
  if (globals.quiet) return;
  const { stderr, env, live } = context;
  if (globals.jsonStderr) return await stderr.write(`${summaryJson({ subject, summary })}\n`);
  const palette = await paletteFor(stderr, env);
  const text = await loadTexts('en');
  const columns = live.isLive ? (stderr.columns ?? 80) : undefined;
  const lines = [...renderSummary(subject, summary, { text, palette, columns, where }), ...below];
  // Not by notice, which would strip the colours: only the name is foreign text, and it is made safe.
  await printLines(stderr, lines);
}

function summaryJson({ subject, summary }: Pick<SummaryView, 'subject' | 'summary'>): string {
  const { total, empty, verdicts, reasons, suggestions } = summary;
  const { name = null, addresses } = subject;
  return safeJson({
    summary: { list: name, addresses, rows: total, empty, verdicts, reasons, suggestions },
  });
}
