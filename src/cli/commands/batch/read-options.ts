import { MailvetError } from '../../../errors.ts';
import { parseEncoding } from '../../../formats/inspect/encoding.ts';
import type { InspectOptions } from '../../../formats/inspect/inspect-list.ts';
import { COMMON_ENCODINGS, LIST_FORMATS, type ListEncoding } from '../../../formats/plan.ts';
import { choiceFlag, findWord, type RawFlags, textFlag, wholeFlag } from '../../options/values.ts';

/** How to read a list, as far as the user said so. */
export function parseReadOptions(raw: RawFlags): InspectOptions {
  const format = choiceFlag(raw, 'inputFormat', { noun: 'format', words: LIST_FORMATS });
  const encoding = encodingFlag(raw);
  const delimiter = delimiterFlag(raw);
  const coalesce = coalesceFlag(raw);
  const sheet = textFlag(raw, 'sheet');
  const skipLines = wholeFlag(raw, 'skipLines', { least: 0 });
  return {
    ...(format && { format }),
    ...(encoding && { encoding }),
    ...(delimiter !== undefined && { delimiter }),
    ...(typeof raw.header === 'boolean' && { header: raw.header }),
    ...(sheet !== undefined && { sheet }),
    ...(skipLines !== undefined && { skipLines }),
    ...(coalesce && { coalesce }),
    ...(Array.isArray(raw.column) && { columns: raw.column as string[] }),
    ...(raw.splitCells === true && { splitCells: true }),
  };
}

/** By any name that the encoding goes by: `latin1`, `cp1252`, `UTF16`. */
function encodingFlag(raw: RawFlags): ListEncoding | undefined {
  const text = textFlag(raw, 'encoding');
  return text === undefined
    ? undefined
    : (parseEncoding(text) ??
        findWord(text, 'encoding', { noun: 'encoding', words: COMMON_ENCODINGS }));
}

const DELIMITERS: Readonly<Record<string, string>> = { tab: '\t', '\\t': '\t' };

function delimiterFlag(raw: RawFlags): string | undefined {
  const text = textFlag(raw, 'delimiter');
  if (text === undefined) return undefined;
  const character = DELIMITERS[text] ?? text;
  if (character.length === 1) return character;
  throw new MailvetError('usage', `--delimiter needs one character, not '${text}'`, {
    option: 'delimiter',
  });
}

/** Names with commas between, or one a flag: a name may hold a comma. */
function coalesceFlag(raw: RawFlags): readonly string[] | undefined {
  if (!Array.isArray(raw.coalesce)) return undefined;
  if (raw.column !== undefined) {
    throw new MailvetError('usage', '--column and --coalesce do not go together', {
      hint: [
        {
          code: 'terminal',
          text: 'Use --column to verify each column, --coalesce to take the first that is filled',
        },
      ],
    });
  }
  const given = raw.coalesce as readonly string[];
  const names = given.length > 1 ? given : (given[0] ?? '').split(',').map((name) => name.trim());
  if (names.length > 1) return names;
  throw new MailvetError('usage', `--coalesce needs two columns or more, not '${given.join()}'`, {
    hint: [{ code: 'terminal', text: 'Write it as --coalesce "E-mail 1,E-mail 2"' }],
  });
}
