import { VERIFIER_FORMATS } from '../../src/formats/results/verifiers.ts';
import { code, generatedFrom, table } from './markdown.ts';

export function verifiersPage(): string {
  return [
    '# Words of other verifiers',
    `${generatedFrom('the verifiers whose results are read')} This is how \`mailvet import\`, \`mailvet diff\` and ` +
      '`batch submit --only-disputed` read them, as far as we know in November 2026. Case, spaces and hyphens don’t matter. ' +
      '[Coming from another verifier](../coming-from.md) says what has no counterpart.',
    ...Object.values(VERIFIER_FORMATS).map(section),
  ].join('\n\n');
}

type VerifierFormat = (typeof VERIFIER_FORMATS)[keyof typeof VERIFIER_FORMATS];

function section({ label, words, reasons, flags = {}, source }: VerifierFormat): string {
  const groups = Map.groupBy(Object.entries(words), ([, { verdict, reason = '' }]) =>
    [verdict, reason].join(' '),
  );
  const rows = [...groups].map(([meaning, entries]) => {
    const [verdict = '', reason = ''] = meaning.split(' ');
    return [listOf(entries.map(([word]) => word)), code(verdict), reason && code(reason)];
  });
  const finer = Map.groupBy(Object.entries({ ...reasons, ...flags }), ([, reason]) => reason);
  return [
    `## ${label}`,
    table(['their word', 'verdict', 'reason'], rows),
    ...(finer.size === 0
      ? []
      : [
          table(
            ['their finer word or flag', 'reason, where it gives the same verdict'],
            [...finer].map(([reason, entries]) => [
              listOf(entries.map(([word]) => word)),
              code(reason),
            ]),
          ),
        ]),
    `Source: <${source}>`,
  ].join('\n\n');
}

const listOf = (words: readonly string[]) => words.map(code).join(', ');
