import { relative } from 'node:path';
import type { Verdict } from '../../../contract/verdict.ts';
import type { ListSummary } from '../../../formats/report/summarise.ts';
import { TOOL_PARTS, type ToolPart } from '../../../formats/write/tool-files.ts';
import { safeLine } from '../../../lib/safe-text.ts';
import { counted, plural } from '../../../lib/wording.ts';
import type { Destination } from './destination.ts';

interface ToolCounts {
  /** Rows of the files that were written. */
  readonly inTool: Readonly<Partial<Record<ToolPart, number>>>;
  readonly summary: ListSummary;
  /** Whether conditions say what is imported. */
  readonly isChosen: boolean;
}

/** The files for the tool by what they are for, and in a sentence which rows are in neither. */
export function toolLines(
  { toolFiles }: Pick<Destination, 'toolFiles'>,
  { inTool, summary, isChosen }: ToolCounts,
  cwd: string,
): string[] {
  const files = TOOL_PARTS.flatMap((part, at) => {
    const [path, rows] = [toolFiles[at], inTool[part]];
    if (path === undefined || rows === undefined) return [];
    const safe = part === 'import' && !isChosen ? ', safe' : '';
    return [`${part} ${safeLine(relative(cwd, path))} (${plural(rows, 'row')}${safe})`];
  });
  if (files.length === 0) return [];
  const line = files.join(' · ');
  return [`${line.charAt(0).toUpperCase()}${line.slice(1)}`, ...untouchedLine(inTool, summary)];
}

/** Which rows stay in the tool as they are. */
function untouchedLine(
  { import: imported = 0, archive = 0 }: ToolCounts['inTool'],
  { total, verdicts }: ListSummary,
): string[] {
  const usual = imported === verdicts.deliverable && archive === verdicts.undeliverable;
  const left = usual ? verdicts.risky + verdicts.unknown : total - imported - archive;
  if (left <= 0) return [];
  const named = (['risky', 'unknown'] satisfies Verdict[])
    .filter((verdict) => verdicts[verdict] > 0)
    .map((verdict) => `${counted(verdicts[verdict])} ${verdict}`)
    .join(' and ');
  const rows = usual ? `${named} ${left === 1 ? 'row' : 'rows'}` : plural(left, 'row');
  const [are, they, stay] = left === 1 ? ['is', 'it', 'stays'] : ['are', 'they', 'stay'];
  return [`${rows} ${are} in neither: ${they} ${stay} in your tool as ${they} ${are}`];
}
