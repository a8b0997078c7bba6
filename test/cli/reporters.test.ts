import { readFileSync } from 'node:fs';
import Ajv from 'ajv-draft-04';
import addFormats from 'ajv-formats';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createGithubReport } from '../../src/cli/reporters/github.ts';
import { createJunitReport } from '../../src/cli/reporters/junit.ts';
import { type Conclusion, levelOf, type ReportSubject } from '../../src/cli/reporters/reporter.ts';
import { createSarifReport } from '../../src/cli/reporters/sarif.ts';
import { createSummary } from '../../src/formats/report/summarise.ts';
import type { JudgedAddress } from '../../src/formats/write/judged-row.ts';
import { anyText } from '../support/any-text.ts';

const REPORTED: ReportSubject = {
  name: 'list.csv',
  file: 'lists/list.csv',
  thresholds: { failOn: [], minScore: undefined },
  redact: false,
};
const CONCLUSION: Conclusion = { summary: createSummary().result(), shortfalls: [] };

function outcome(changes: Partial<JudgedAddress> = {}): JudgedAddress {
  return {
    email: 'bob@example.com',
    ...{ valid: true, deliverable: false, acceptAll: false, role: false, temporary: false },
    ...{ mx: true, smtp: true, score: 5, verdict: 'undeliverable', reason: 'mailbox' },
    ...{ error: undefined, suggestion: undefined, detail: undefined },
    ...changes,
  };
}

describe('levelOf', () => {
  it.each([
    ['undeliverable', [], undefined, 'error'],
    ['risky', [], undefined, 'warning'],
    ['unknown', [], undefined, 'notice'],
    ['deliverable', [], undefined, undefined],
    ['undeliverable', ['risky'], undefined, 'warning'],
    ['risky', ['risky'], undefined, 'error'],
    ['unknown', ['unknown'], undefined, 'error'],
    ['unknown', ['risky'], undefined, 'notice'],
    ['deliverable', [], 6, 'error'],
    ['deliverable', [], 5, undefined],
  ] as const)(
    'of %s with --fail-on %j and --min-score %j is %s',
    (verdict, failOn, minScore, level) => {
      expect(levelOf(outcome({ verdict }), { failOn, minScore })).toBe(level);
    },
  );
});

describe('annotations', () => {
  it('name a full mailbox apart: it is worth another look, and an error only where it fails the check', () => {
    const lineOf = (failOn: 'undeliverable'[]) => {
      const report = createGithubReport({
        ...REPORTED,
        thresholds: { failOn, minScore: undefined },
      });
      report.add(outcome({ detail: 'full' }), 3);
      return report.annotations();
    };
    expect(lineOf([])).toBe(
      '::warning file=lists/list.csv,line=3,title=undeliverable (full)::bob@example.com: undeliverable (full), the mailbox exists, but it is full, verify it again in some weeks, score 5\n',
    );
    expect(lineOf(['undeliverable'])).toMatch(/^::error .*title=undeliverable \(full\)::/);
  });

  it('escape what would end a property or a command', () => {
    const report = createGithubReport({ ...REPORTED, file: 'a,b:c%.csv' });
    report.add(outcome({ email: '100%\r\n::error::x@y' }), 7);
    expect(report.annotations()).toBe(
      '::error file=a%2Cb%3Ac%25.csv,line=7,title=undeliverable (mailbox)::100%25 ::error::x@y: undeliverable (mailbox), score 5\n',
    );
  });

  it('cut short what is too long for an address', () => {
    const report = createGithubReport(REPORTED);
    report.add(outcome({ email: 'x'.repeat(9000), error: 'y'.repeat(9000) }), 1);
    expect(report.annotations().length).toBeLessThan(800);
    expect(report.annotations()).toContain('x…');
  });

  it('are nine of a level, and one for the rest', () => {
    const report = createGithubReport(REPORTED);
    for (let line = 1; line <= 12; line++) report.add(outcome(), line);
    for (let line = 13; line <= 21; line++) report.add(outcome({ verdict: 'risky' }), line);
    const lines = report.annotations().trimEnd().split('\n');
    expect(lines.filter((line) => line.startsWith('::error '))).toHaveLength(10);
    expect(lines[9]).toBe('::error title=mailvet::3 more errors: see the step summary');
    expect(lines.filter((line) => line.startsWith('::warning '))).toHaveLength(9);
  });

  it('name the line in words where there is no file', () => {
    const report = createGithubReport({ ...REPORTED, file: undefined, redact: true });
    report.add(outcome(), 3);
    expect(report.annotations()).toBe(
      '::error title=undeliverable (mailbox)::b***@example.com on line 3: undeliverable (mailbox), score 5\n',
    );
  });
});

describe('the step summary', () => {
  it('has every row while there is room, and says how many have none', () => {
    const report = createGithubReport(REPORTED);
    for (let line = 1; line <= 30_000; line++) report.add(outcome(), line);
    const room = 1024 * 1024;
    const text = report.stepSummary(CONCLUSION, room);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(room);
    expect(Buffer.byteLength(text)).toBeGreaterThan(room - 1000);
    const shown = text.match(/^\| \d+ \| bob/gm)?.length ?? 0;
    expect(text).toContain(`and ${(30_000 - shown).toLocaleString('en-US')} more`);
  });

  it('lets no text of the list be Markdown or HTML', () => {
    const report = createGithubReport(REPORTED);
    report.add(outcome({ email: '<b>|`x`|[y](z)@octocat' }), 1);
    expect(report.stepSummary(CONCLUSION, 10_000)).toContain(
      '| 1 | &lt;b\\>\\|\\`x\\`\\|\\[y\\]\\(z\\)&#64;octocat |',
    );
  });
});

describe('JUnit', () => {
  it('is well-formed whatever the list holds', () => {
    fc.assert(
      fc.property(anyText(), fc.string({ unit: 'binary-ascii' }), (email, name) => {
        const report = createJunitReport({ ...REPORTED, name });
        report.add(outcome({ email, error: email }), 2);
        const xml = report.text({ ...CONCLUSION, shortfalls: [email] });
        expect(xml).not.toMatch(/[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u);
        expect(xml.replace(/<\/?[a-z-]+(?: [a-z]+="[^"<]*")*\/?>|<\?[^>]*\?>/g, '')).not.toMatch(
          /[<]/,
        );
        expect(xml).not.toMatch(/&(?!#\d+;)/);
        expect(xml.match(/<testcase /g)).toHaveLength(2);
      }),
    );
  });

  it('fails undeliverable rows where no threshold says otherwise', () => {
    const report = createJunitReport(REPORTED);
    report.add(outcome(), 2);
    report.add(outcome({ verdict: 'risky' }), 3);
    const xml = report.text(CONCLUSION);
    expect(xml).toContain('tests="3" failures="1"');
    expect(xml).toMatch(/<testcase [^>]*name="line 3: [^>]*\/>/);
    expect(xml).toContain('name="line 2: bob@example.com" file="lists/list.csv" line="2"');
  });

  it('is bounded, and says what it left out', () => {
    const report = createJunitReport(REPORTED);
    for (let line = 1; line <= 10_005; line++) report.add(outcome(), line);
    expect(report.text(CONCLUSION)).toContain('<system-out>5 more rows fail</system-out>');
  });
});

describe('SARIF', () => {
  const schema = JSON.parse(readFileSync('fixtures/sarif/sarif-2.1.0.schema.json', 'utf8'));
  const ajv = new Ajv.default({ allErrors: true, strict: false, unicodeRegExp: false });
  addFormats.default(ajv);
  const isValid = ajv.compile(schema);
  const parsed = (text: string) => {
    const log = JSON.parse(text);
    expect(isValid(log) ? [] : isValid.errors).toEqual([]);
    return log.runs[0];
  };

  it('is valid by the schema of OASIS whatever the list and its name hold', () => {
    fc.assert(
      fc.property(
        anyText(),
        anyText(),
        fc.option(fc.nat(), { nil: undefined }),
        (email, file, line) => {
          const at = line === undefined ? undefined : line + 1;
          for (const named of [file, undefined]) {
            const report = createSarifReport({ ...REPORTED, file: named });
            report.add(outcome({ email, error: email, detail: email }), at);
            report.add(outcome({ verdict: 'unknown', reason: 'no_answer', score: undefined }), at);
            const run = parsed(report.text({ ...CONCLUSION, shortfalls: [email] }));
            expect(run.results.map(({ level }: { level: string }) => level)).toEqual([
              'error',
              'note',
            ]);
          }
        },
      ),
    );
  });

  it('says of each rule what it means, and names a file by its URI', () => {
    const report = createSarifReport({ ...REPORTED, file: 'my lists/50% #1?.csv' });
    report.add(outcome(), 7);
    const run = parsed(report.text(CONCLUSION));
    expect(run.tool.driver.rules).toEqual([
      {
        id: 'mailbox',
        shortDescription: { text: expect.stringMatching(/mailbox/i) },
        help: { text: expect.stringMatching(/./) },
      },
    ]);
    expect(run.results[0].locations[0].physicalLocation).toEqual({
      artifactLocation: { uri: 'my%20lists/50%25%20%231%3F.csv', uriBaseId: '%SRCROOT%' },
      region: { startLine: 7 },
    });
  });

  it('masks addresses, names lines in words without a file, and leaves good rows out', () => {
    const report = createSarifReport({ ...REPORTED, file: undefined, redact: true });
    report.add(outcome(), 3);
    report.add(outcome({ verdict: 'deliverable', reason: 'accepted' }), 4);
    const run = parsed(report.text(CONCLUSION));
    expect(run.results.map(({ message }: { message: object }) => message)).toEqual([
      { text: 'b***@example.com on line 3: undeliverable (mailbox), score 5' },
    ]);
    expect(run.results[0].locations).toBeUndefined();
  });

  it('has 25,000 results, the worst first, and says how many it leaves out', () => {
    const report = createSarifReport(REPORTED);
    for (let line = 1; line <= 24_999; line++) report.add(outcome({ verdict: 'risky' }), line);
    for (let line = 1; line <= 5; line++) report.add(outcome(), line);
    const [run] = JSON.parse(report.text(CONCLUSION)).runs;
    expect(run.results).toHaveLength(25_000);
    expect(run.results[4].level).toBe('error');
    expect(run.invocations[0].toolExecutionNotifications).toEqual([
      { level: 'warning', message: { text: '4 more are left out' } },
    ]);
  });
});
