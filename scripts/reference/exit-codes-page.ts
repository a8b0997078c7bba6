import { EXIT_CODE_MEANINGS, EXIT_CODES } from '../../src/cli/exit-codes.ts';
import { code, generatedFrom, plain, table } from './markdown.ts';

export function exitCodesPage(): string {
  const rows = EXIT_CODE_MEANINGS.map(([exit, meaning]) => [
    String(exit),
    plain(meaning),
    Object.entries(EXIT_CODES)
      .filter(([, of]) => of === exit)
      .map(([error]) => code(error))
      .join(', '),
  ]);
  return [
    '# Exit codes',
    `${generatedFrom('the table that the program ends by')} \`mailvet help exit-codes\` shows it, too.`,
    table(['code', 'meaning', 'error codes'], rows),
    NOTES,
  ].join('\n\n');
}

const NOTES = `A submitted list loses nothing with 70, 74, 130 and 143: \`mailvet batch resume\` goes on. A closed pipe
(\`mailvet … | head\`) ends the program quietly with 0. Time that the machine is asleep counts towards \`--timeout\`.

With \`--json\` an error is one JSON object on stderr, whose \`code\` is one of the error codes:

\`\`\`json
{ "error": { "code": "quota", "message": "…", "hint": "…", "status": 402 } }
\`\`\``;
