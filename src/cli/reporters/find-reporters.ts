import { escapeMarkup, safeLine } from '../../lib/safe-text.ts';
import { counted, plural } from '../../lib/wording.ts';
import type { Invocation } from '../invocation.ts';
import type { ReporterChoice } from './choice.ts';
import {
  createTable,
  escapeMarkdown,
  MAX_PER_LEVEL,
  moreLines,
  workflowCommand,
} from './github.ts';
import { looseFileWriter, writeToGithub } from './open-reporters.ts';
import { DRIVER, location, MAX_RESULTS, sarifText } from './sarif.ts';

/** An address that was found, as reports have it: masked where it is to be. */
export interface ReportedFind {
  /** As the reader of the report knows it. */
  readonly file: string;
  readonly line: number;
  /** Undefined for a row of a list. */
  readonly column?: number;
  readonly address: string;
  readonly reason: string;
  /** What the reason means. */
  readonly meaning: string;
}

/** Collects finds as they stream by; its memory is bounded. */
interface FindReporter {
  add(find: ReportedFind): void;
  end(): Promise<void>;
}

interface FindReporterSettings {
  readonly choices: readonly ReporterChoice[];
  /** Replace a file that is there. */
  readonly force: boolean;
}

/** All reporters of a scan, or of a check of seed data, as one. */
export async function openFindReporters(
  invocation: Invocation,
  settings: FindReporterSettings,
): Promise<FindReporter> {
  const writeFile = await looseFileWriter(invocation, settings);
  const reporters = settings.choices.map((choice): FindReporter => {
    if (choice.kind === 'github') return githubReporter(invocation.context);
    const { add, text } = FILE_REPORTS[choice.kind]();
    return { add, end: () => writeFile(choice.path, text()) };
  });
  return {
    add: (find) => {
      for (const reporter of reporters) reporter.add(find);
    },
    async end() {
      for (const reporter of reporters) await reporter.end();
    },
  };
}

function messageOf({ address, meaning }: ReportedFind): string {
  return `${safeLine(address)}: ${meaning}`;
}

const TABLE_HEAD = '| File | Line | Address | Reason |\n| --- | ---: | --- | --- |\n';

function githubReporter(context: Invocation['context']): FindReporter {
  const shown: string[] = [];
  const table = createTable(TABLE_HEAD, 'the log has all of them');
  let count = 0;
  return {
    add(find) {
      const { file, line, column, address, reason } = find;
      count += 1;
      table.add(
        `| ${escapeMarkdown(safeLine(file))} | ${line} | ${escapeMarkdown(safeLine(address))} | ${escapeMarkdown(reason)} |\n`,
      );
      if (shown.length >= MAX_PER_LEVEL) return;
      const place = { file, line: `${line}`, ...(column !== undefined && { col: `${column}` }) };
      shown.push(workflowCommand('error', { ...place, title: reason }, messageOf(find)));
    },
    end() {
      const lines = [...shown, ...moreLines('error', count - shown.length)];
      const head = `## mailvet: ${plural(count, 'address', 'addresses')}\n\n`;
      return writeToGithub(context, {
        annotations: lines.map((line) => `${line}\n`).join(''),
        stepSummary: (room) => head + table.text(room - head.length),
      });
    },
  };
}

/** Bounds the file's size for viewers. */
const MAX_CASES = 10_000;

/** A test case a find that fails; a single one that passes without finds. */
function createJunitFinds() {
  const cases: string[] = [];
  let count = 0;
  return {
    add(find: ReportedFind): void {
      count += 1;
      if (cases.length >= MAX_CASES) return;
      const [file, why] = [escapeMarkup(find.file), escapeMarkup(messageOf(find))];
      const name = escapeMarkup(`line ${find.line}: ${safeLine(find.address)}`);
      cases.push(
        `    <testcase classname="${file}" name="${name}" file="${file}" line="${find.line}">`,
        `      <failure type="${find.reason}" message="${why}">${why}</failure>`,
        '    </testcase>',
      );
    },
    text(): string {
      const left = count - cases.length / LINES_OF_CASE;
      const more = left > 0 ? [`    <system-out>${counted(left)} more</system-out>`] : [];
      const counts = `tests="${Math.max(1, count - left)}" failures="${count - left}" errors="0"`;
      const none = '    <testcase classname="mailvet" name="no addresses"/>';
      return [
        '<?xml version="1.0" encoding="UTF-8"?>',
        `<testsuites name="mailvet" ${counts}>`,
        `  <testsuite name="mailvet" ${counts} skipped="0">`,
        ...(count === 0 ? [none] : cases),
        ...more,
        '  </testsuite>',
        '</testsuites>',
        '',
      ].join('\n');
    },
  };
}

const LINES_OF_CASE = 3;

/** SARIF 2.1.0: a result at its line and column for each find. */
function createSarifFinds() {
  const results: object[] = [];
  const rules = new Map<string, string>();
  return {
    add(find: ReportedFind): void {
      if (results.length >= MAX_RESULTS) return;
      rules.set(find.reason, find.meaning);
      results.push({
        ruleId: find.reason,
        level: 'error',
        message: { text: messageOf(find) },
        locations: [location(find.file, find.line, find.column)],
      });
    },
    text(): string {
      const known = [...rules].map(([id, text]) => ({ id, shortDescription: { text } }));
      return sarifText({
        tool: { driver: { ...DRIVER, rules: known } },
        columnKind: 'utf16CodeUnits',
        results,
      });
    },
  };
}

const FILE_REPORTS = { junit: createJunitFinds, sarif: createSarifFinds };
