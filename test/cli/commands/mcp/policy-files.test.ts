/** Which files of lists the policy of a folder opens to an agent. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startMcp } from '../../../support/mcp-client.ts';
import { fillProject, writePolicy } from '../../../support/policy-files.ts';
import { type TemporaryHome, temporaryHome } from '../../../support/run-cli.ts';

let home: TemporaryHome;
let cases: ReturnType<typeof fillProject>;

beforeAll(async () => {
  home = await temporaryHome();
  cases = fillProject(home.path);
});
afterAll(() => home[Symbol.asyncDispose]());

const start = (root = 'project') =>
  startMcp({
    home: home.path,
    cwd: join(home.path, 'project'),
    args: ['--root', join(home.path, root)],
  });

it('a list below the roots is read', async () => {
  writeFileSync(join(home.path, 'project/sub/ours.txt'), 'disposable.sandbox.test\n');
  writePolicy(home.path, 'sub/ours.txt');
  await using mcp = await start();
  const { verdict } = await mcp.call<{ verdict: string }>('verify_email', {
    email: 'x@disposable.sandbox.test',
  });
  expect(verdict).toBe('deliverable');
});

it('a list outside of the roots is refused, although it lies beside the policy', async () => {
  writePolicy(home.path, 'wrong.txt');
  await using mcp = await start('project/sub');
  const text = await mcp.fail('verify_email', { email: 'x@sandbox.test' });
  expect(text).toContain('lies outside of the directories that are open to agents');
});

it('no other file is read, and nothing of it reaches the agent', async () => {
  for (const [name, said] of cases) {
    writePolicy(home.path, name);
    await using mcp = await start();
    const text = await mcp.fail('verify_email', { email: 'x@sandbox.test' });
    expect(text).toContain(said);
    expect(text).not.toMatch(/hunter2|SECRET|PATH=/);
  }
});
