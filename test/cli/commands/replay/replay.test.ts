import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { NOTHING_VALID } from '../../../../src/contract/facts.ts';
import { JobFile } from '../../../../src/lists/file/job-file.ts';
import { expandDetail } from '../../../../src/store/details/detail-phrases.ts';
import { formatFacts, parseFacts } from '../../../../src/store/stored-row.ts';
import { runCli, type TemporaryHome, temporaryHome } from '../../../support/run-cli.ts';

const LIST = 'email\nann@sandbox.test\nfull@sandbox.test\nblocked@sandbox.test\n';
const MENDED = {
  email: 'full@sandbox.test',
  before: 'unknown',
  after: 'undeliverable',
  beforeDetail: 'unclear',
  afterDetail: 'full',
  rule: 'plainly-full',
};

const run = (home: TemporaryHome, line: string) =>
  runCli([...line.split(' ')], { home: home.path });

/** A job whose rules once took a full mailbox for an unclear reply. */
async function misjudgedJob(home: TemporaryHome): Promise<string> {
  writeFileSync(join(home.path, 'list.csv'), LIST);
  await run(home, 'batch submit list.csv --wait -o out.csv');
  const directory = join(home.path, '.local/state/mailvet/jobs');
  const name = readdirSync(directory).find((file) => file.endsWith('.sqlite')) ?? '';
  using job = JobFile.open(join(directory, name));
  for (const batch of job.batches()) {
    const { status, processed, collected } = batch;
    const results = job.results(batch).map((result) => {
      const { verification } = result ?? {};
      if (verification?.detail?.reason !== 'full') return result;
      const detail = { reason: 'unclear' };
      return { verification: { ...verification, smtp: false, score: 40, detail } };
    });
    const evidence = job.evidence(batch);
    job.storeResults(batch, results, { status, processed, collected, evidence });
  }
  return job.record.id;
}

function misjudgeHistory(home: TemporaryHome): void {
  using database = new DatabaseSync(join(home.path, '.local/share/mailvet/mailvet.db'));
  const stored = database.prepare("select facts from verifications where email like 'full%'").get();
  const facts = parseFacts(stored?.facts) ?? NOTHING_VALID;
  database
    .prepare(
      "update verifications set decided = 0, reason = 'unclear', facts = ? where email like 'full%'",
    )
    .run(formatFacts({ ...facts, smtp: false }));
  const details = database.prepare(`select id, text from details
    where id in (select detail_id from verifications where email like 'full%')`);
  for (const { id, text } of details.all()) {
    const told = expandDetail(String(text)).replace('"reason":"full"', '"reason":"unclear"');
    database.prepare('update details set text = ? where id = ?').run(told, Number(id));
  }
}

describe('replay', () => {
  it('shows what the rules of today say of a job, and corrects it when told to', async () => {
    await using home = await temporaryHome();
    const id = await misjudgedJob(home);
    const shown = await run(home, `replay ${id} --json`);
    expect(JSON.parse(shown.stdout)).toEqual([expect.objectContaining(MENDED)]);
    expect(shown.stderr).toContain('1 of 3 results');
    expect(shown.stderr).toContain(`mailvet replay ${id} --apply corrects them`);
    await run(home, `replay ${id} --apply`);
    expect((await run(home, `replay ${id} --json`)).stdout).toBe('[]\n');
    await run(home, `batch results ${id} -o out.csv --force`);
    expect(readFileSync(join(home.path, 'out.csv'), 'utf8')).toMatch(
      /^full@.*undeliverable,mailbox/m,
    );
  });

  it('finds the job by a file that it wrote', async () => {
    await using home = await temporaryHome();
    await misjudgedJob(home);
    const { stdout, exitCode } = await run(home, 'replay out.csv');
    expect(stdout).toBe(
      'full@sandbox.test\tunknown (unclear)\tundeliverable (full)\tplainly-full\n',
    );
    expect(exitCode).toBe(0);
  });

  it('judges what a service answered, and corrects no such file', async () => {
    await using home = await temporaryHome();
    const story = await run(home, 'verify --explain --json full@sandbox.test');
    const misread = story.stdout
      .replaceAll('"full"', '"unclear"')
      .replace('"smtp": true', '"smtp": false');
    writeFileSync(join(home.path, 'story.json'), misread);
    const { stdout } = await run(home, 'replay story.json --json');
    expect(JSON.parse(stdout)).toEqual([expect.objectContaining(MENDED)]);
    const refused = await run(home, 'replay story.json --apply');
    expect(refused).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('No job wrote') });
  });

  it.each([
    ['no-such-file.json', /is neither a job nor a file/],
    ['list.csv', /nothing that could be judged again/],
    ['job_unknown', /no job job_unknown/],
  ])('refuses %s', async (subject, message) => {
    await using home = await temporaryHome();
    writeFileSync(join(home.path, 'list.csv'), LIST);
    const { stderr, exitCode } = await run(home, `replay ${subject}`);
    expect({ stderr, exitCode }).toEqual({ stderr: expect.stringMatching(message), exitCode: 2 });
  });

  it('says how many results came without evidence, which can be switched off', async () => {
    await using home = await temporaryHome();
    writeFileSync(join(home.path, 'list.csv'), LIST);
    await run(home, 'batch submit list.csv --wait -o out.csv --evidence off');
    const { stdout, stderr } = await run(home, 'replay out.csv --json');
    expect(stdout).toBe('[]\n');
    expect(stderr).toContain('3 results without evidence');
  });
});

describe('admin replay', () => {
  it('shows and corrects the history of a database', async () => {
    await using home = await temporaryHome();
    await misjudgedJob(home);
    misjudgeHistory(home);
    const shown = await run(home, 'admin replay --json');
    expect(JSON.parse(shown.stdout)).toEqual([expect.objectContaining(MENDED)]);
    expect(shown.stderr).toContain('To correct: 1 of 3 in the history');
    const applied = await run(home, 'admin replay --apply');
    expect(applied.stderr).toContain('Corrected: 1 of 3 in the history');
    expect((await run(home, 'history')).stdout).toMatch(/^full@sandbox.test\tundeliverable/m);
  });
});
