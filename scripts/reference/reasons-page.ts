import { DETAILS_IN_WORDS } from '../../src/contract/detail-reasons.ts';
import { REASON_TEXTS } from '../../src/contract/explanations.ts';
import { REASONS, VERDICT_OF } from '../../src/contract/verdict.ts';
import { code, generatedFrom, plain, table } from './markdown.ts';

export function reasonsPage(): string {
  const details = Object.entries(DETAILS_IN_WORDS);
  return [
    '# Reasons',
    `${generatedFrom('the tables that results are made by')} [What a result says](../verdicts.md) introduces them.`,
    '## Verdict and reason',
    'The columns `verdict` and `reason` of a list, and what `mailvet verify` prints.',
    table(
      ['verdict', 'reason', ''],
      REASONS.map((reason) => [
        code(VERDICT_OF[reason]),
        code(reason),
        plain(REASON_TEXTS[reason]),
      ]),
    ),
    '## Detail',
    'The fine reason: the column `detail`, `detail.reason` of the HTTP interface with `?include=detail`, and what ' +
      '`mailvet batch retry --only` takes. Codes may be added in any version; none changes its meaning.',
    table(
      ['detail', 'reason', 'meaning', 'what to do'],
      details.map(([name, { reason, meaning, advice }]) => [
        code(name),
        code(reason),
        `${plain(meaning)}.`,
        plain(advice),
      ]),
    ),
  ].join('\n\n');
}
