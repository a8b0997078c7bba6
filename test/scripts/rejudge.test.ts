import { globSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { rejudgeFiles } from '../../scripts/rejudge.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const FIXTURES = join(import.meta.dirname, '../../fixtures');
const SESSIONS = globSync(join(FIXTURES, 'sessions/*.json'));
const LABELLED = ['replies', 'wordings', 'unseen-2026', 'daemons'].map((name) =>
  join(FIXTURES, `smtp/${name}.json`),
);

function rejudge(paths: readonly string[]) {
  const lines: string[] = [];
  return { code: rejudgeFiles(paths, (line) => lines.push(line)), lines };
}

/** What is said of a recording that a test writes. */
function rejudgeOne(recording: unknown) {
  const folder = temporaryFolder();
  try {
    const path = folder.path('recorded.json');
    writeFileSync(path, JSON.stringify(recording));
    return rejudge([path]);
  } finally {
    folder.dispose();
  }
}

describe('recordings, read by the rules of today', () => {
  it('mean what was recorded', () => {
    const { code, lines } = rejudge([...SESSIONS, ...LABELLED]);
    expect(lines).toEqual([expect.stringMatching(/^0 of \d{4} replies differ/)]);
    expect(code).toBe(0);
  });

  it('are named where a labelled reply means something else', () => {
    const reply = { host: 'mx.x.test', reply: '550 5.1.1 User unknown', label: 'full' };
    const { code, lines } = rejudgeOne({ replies: [reply, { ...reply, label: 'dead' }] });
    expect(code).toBe(1);
    expect(lines[0]).toContain('recorded full, today dead (no_mailbox by ');
    expect(lines[1]).toBe('1 of 2 replies differ from what was recorded');
  });

  it('are named where another rule reads a reply of a session', () => {
    const events = [
      { event: 'host', host: 'mx.x.test' },
      { event: 'reply', code: 552, lines: ['5.2.2 Mailbox is over quota'] },
      { event: 'judged', stage: 'rcpt', rule: 'old-rule', meaning: 'unclear' },
    ];
    const { code, lines } = rejudgeOne({ email: 'ann@x.test', explanation: { events } });
    expect(code).toBe(1);
    expect(lines[0]).toContain('recorded unclear by old-rule, today full by plainly-full');
  });

  it('are refused in another form', () => {
    expect(() => rejudgeOne({ name: 'mailvet' })).toThrow(/neither labelled replies nor a story/);
  });
});
