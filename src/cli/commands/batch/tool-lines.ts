import { relative } from 'node:path';
import type { DetailSummary } from '../../../formats/report/details.ts';
import type { ListSummary } from '../../../formats/report/summarise.ts';
import type { ToolProfile } from '../../../formats/tools/tool-profiles.ts';
import { TOOL_PARTS } from '../../../formats/write/tool-files.ts';
import { safeLine } from '../../../lib/safe-text.ts';
import { counted, plural } from '../../../lib/wording.ts';
import type { ResultCounts } from '../../result-counts.ts';
import type { Destination } from './destination.ts';

/** Rows of the files that were written, those in both of them, and safe rows that are in neither. */
type InTool = ResultCounts['inTool'];

interface ToolCounts {
  readonly inTool: InTool;
  readonly summary: ListSummary;
  /** Whether conditions say what is imported. */
  readonly isChosen: boolean;
  /** Where the list comes from, if its header says it. */
  readonly tool: ToolProfile | undefined;
}

/** The files for the tool by what they are for, and in a sentence which rows are in neither. */
export function toolLines(
  { toolFiles }: Pick<Destination, 'toolFiles'>,
  { inTool, summary, isChosen, tool }: ToolCounts,
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
  return [
    `${line.charAt(0).toUpperCase()}${line.slice(1)}`,
    ...(tool ? placeLines(tool, inTool) : []),
    ...untouchedLine(inTool, summary, tool?.name ?? 'your tool'),
  ];
}

/** Where the files go. */
function placeLines({ name, importAt, archiveAt }: ToolProfile, { archive = 0 }: InTool): string[] {
  const removal = archiveAt ?? 'contact by contact: no removal by a file is documented';
  return [
    `Import in ${name}: ${importAt}`,
    ...(archive > 0 ? [`Archive in ${name}: ${removal}`] : []),
  ];
}

/** Which rows stay in the tool as they are. */
function untouchedLine(
  { import: imported = 0, archive = 0, inBoth = 0, optedOut = 0 }: InTool,
  { total, verdicts, reasons, details }: ListSummary,
  tool: string,
): string[] {
  const left = total - imported - archive + inBoth;
  if (left <= 0) return [];
  const isFull = ({ verdict, reason }: DetailSummary) =>
    verdict === 'undeliverable' && reason === 'full';
  const full = details.find(isFull)?.count ?? 0;
  const isUsual =
    imported + optedOut === verdicts.deliverable &&
    archive - inBoth === verdicts.undeliverable - full + reasons.suppressed;
  const kinds = isUsual
    ? [
        [verdicts.risky - reasons.suppressed, 'risky'],
        [verdicts.unknown, 'unknown'],
        [full, 'full-mailbox'],
        [optedOut, 'unsubscribed'],
      ]
    : [];
  const named = kinds.flatMap(([count, kind]) => (count ? `${counted(+count)} ${kind}` : []));
  const last = named.pop();
  const which = [...(named.length > 0 ? [named.join(', ')] : []), ...(last ? [last] : [])];
  const rows = last ? `${which.join(' and ')} ${left === 1 ? 'row' : 'rows'}` : plural(left, 'row');
  const [are, they, stay] = left === 1 ? ['is', 'it', 'stays'] : ['are', 'they', 'stay'];
  return [`${rows} ${are} in neither: ${they} ${stay} in ${tool} as ${they} ${are}`];
}
