import { describe, expect, it } from 'vitest';
import { inspectList } from '../../../src/formats/inspect/inspect-list.ts';
import { fixture, memorySource, rowsOf, written } from '../support.ts';

async function planOf(text: string, options = {}) {
  return await inspectList(memorySource('list.csv', text), options);
}

const VERDICT = { columns: ['verdict'] } as const;

describe('a title above the header', () => {
  it('of a LinkedIn export is kept and not read', async () => {
    const plan = await inspectList(fixture('linkedin.csv'));
    expect(plan.header?.[3]).toBe('Email Address');
    expect(plan.rows).toBe(3);
    expect(plan.notices).toContain('The header is line 4; the lines above it are kept as they are');
    expect((await rowsOf(fixture('linkedin.csv')))[0]).toMatchObject({ line: 5, index: 0 });
    const text = await written(fixture('linkedin.csv'), VERDICT);
    expect(text).toMatch(/^Notes:\n"When exporting [^"]*"\n\nFirst Name,.*,Connected On,verdict\n/);
  });

  it.each([
    ['My contacts\n\nName,Mail,City\nAnn,a@example.com,Bonn\n', 3],
    ['Report\nGenerated on,2026-01-31\nId,Name,E-mail\n1,Ann,a@example.com\n', 3],
    ['E-mail list 2026,,\nWho,E-mail,City\nAnn,a@example.com,Bonn\n', 2],
    ['Export;;\nDate;2026-01-31;\n;;\nName;Work;Home\nAnn;a@example.com;x\n', 4],
    ['My list\nWho;Contact\nAnn;a@example.com\nBob;b@example.com\n', 2],
    ['sep=;\nMy list;\nWho;E-mail\nAnn;a@example.com\n', 3],
  ])('%j has its header on line %d', async (text, line) => {
    const plan = await planOf(text);
    expect(plan.notices[0]).toBe(
      `The header is line ${line}; the lines above it are kept as they are`,
    );
    expect(plan.rows).toBe(text.split('\n').length - 1 - line);
    expect(plan.header).toEqual(text.split('\n')[line - 1]?.split(plan.delimiter));
  });

  it.each([
    'email\na@example.com\nb@example.com\n',
    'E-mail,,\na@example.com,Ann,Bonn\n',
    'Name,Contact,Channel\nAnn,,email\nBob,b@example.com,email\n',
    'a@example.com,Ann\nb@example.com,Bob\n',
    'Mailing,Owner\nNewsletter,\nx,a@example.com\n',
    'Name,Address\n,\nAnn,a@example.com\n',
    'Name,Work,\nBob,none,Bonn\nAnn,a@example.com,Bonn\n',
  ])('%j has none', async (text) => {
    const { notices, head } = await planOf(text);
    expect(notices.join()).not.toContain('the lines above it');
    expect(head.records).toBeLessThan(2);
  });

  it('is where --skip-lines says, whatever it looks like', async () => {
    const text = 'a;b\nx@example.com;y\nwho;mail\nAnn;a@example.com\n';
    const plan = await planOf(text, { skipLines: 2 });
    expect(plan).toMatchObject({ header: ['who', 'mail'], rows: 1 });
    expect(await written(text, { ...VERDICT, inspect: { skipLines: 2 } })).toBe(
      'a;b\nx@example.com;y\nwho;mail;verdict\nAnn;a@example.com;deliverable\n',
    );
  });

  it('can stand above plain lines and above rows without a header', async () => {
    const lines = await planOf('my list\na@example.com\nb@example.com\n', {
      format: 'lines',
      skipLines: 1,
    });
    expect(lines.rows).toBe(2);
    const rows = await planOf('a,b,c\nAnn,a@example.com\n', { header: false, skipLines: 1 });
    expect(rows).toMatchObject({ header: null, rows: 1, columns: [1] });
  });

  it('is looked for no more with --skip-lines 0', async () => {
    const plan = await planOf('My list\nWho;E-mail\nAnn;a@example.com\n', { skipLines: 0 });
    expect(plan.header).toEqual(['My list']);
  });
});
