import { writeFile } from 'node:fs/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { runCli } from '../../../support/run-cli.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const folder = temporaryFolder();
afterAll(() => folder.dispose());

describe('mailvet admin providers', () => {
  it('shows the table, one provider a line', async () => {
    const { stdout, exitCode } = await runCli(['admin', 'providers']);
    expect(exitCode).toBe(0);
    expect(stdout).toContain('outlook-com\t1\t1\t120\tnever\thigh\t.olc.protection.outlook.com');
  });

  it('shows the entries of a file in place of those with the same id', async () => {
    const file = folder.path('ours.json');
    const entry = {
      id: 'google',
      name: 'Google',
      kind: 'business',
      confidence: 'high',
      mx: ['.google.com'],
      limits: { connections: 1 },
      rcpt: 'refuses',
      sources: [{ title: 'our own experience' }],
      date: '2026-11-01',
    };
    await writeFile(file, JSON.stringify([entry]));
    const { stdout } = await runCli(['admin', 'providers', '--json', '--providers', file]);
    const shown = JSON.parse(stdout) as { id: string; limits?: unknown }[];
    expect(shown.filter(({ id }) => id === 'google')).toMatchObject([
      { limits: { connections: 1 } },
    ]);
  });

  it('names the entry and the field that can not be, and ends with 3', async () => {
    const file = folder.path('ours.json');
    await writeFile(file, '[{"id":"ours"}]');
    const { stderr, exitCode } = await runCli(['admin', 'providers', '--providers', file]);
    expect(exitCode).toBe(3);
    expect(stderr).toContain(`${file} can't be used: entry 1 has no usable 'name'`);
  });

  it('shows which values the config file of the service overrides', async () => {
    const config = folder.path('service.json');
    await writeFile(
      config,
      JSON.stringify({ port: 8025, providers: { google: { connections: 2 } } }),
    );
    const { stdout } = await runCli(['admin', 'providers', '--json', '--config', config]);
    const shown = JSON.parse(stdout) as { id: string; overridden: string[] }[];
    expect(shown.filter(({ overridden }) => overridden.length > 0)).toMatchObject([
      { id: 'google', limits: { connections: 2 }, overridden: ['connections'] },
    ]);
    const table = await runCli(['admin', 'providers', '--config', config]);
    expect(table.stdout).toMatch(/^google\t2\*\t50\t60\t/m);
  });

  it('names the value of the config file that can not be', async () => {
    const config = folder.path('service.json');
    await writeFile(config, JSON.stringify({ providers: { google: { connections: 'two' } } }));
    const { stderr, exitCode } = await runCli(['admin', 'providers', '--config', config]);
    expect(exitCode).toBe(3);
    expect(stderr).toContain(`${config} can't be used: 'google.connections' is "two"`);
  });
});
