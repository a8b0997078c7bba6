import { COLUMN_PRESETS, isPreset, type ResultColumn } from '../../formats/write/output.ts';
import { listFlag, type RawFlags, textFlag } from './values.ts';

/** Names of columns, or one of the presets. Undefined for those of every output. */
export function columnsFlag(
  raw: RawFlags,
  columns: readonly ResultColumn[],
): readonly ResultColumn[] | undefined {
  const named = textFlag(raw, 'columns')?.trim().toLowerCase() ?? 'all';
  if (isPreset(named)) return COLUMN_PRESETS[named];
  return listFlag(raw, 'columns', { noun: 'column', words: columns });
}
