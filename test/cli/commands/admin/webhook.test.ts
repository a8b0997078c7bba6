import { expect, it } from 'vitest';
import { runCli, temporaryHome } from '../../../support/run-cli.ts';

it.each([
  [
    'https://127.0.0.1/',
    '127.0.0.1 is not on the public internet: use a public address, or let the operator open its network (--allow-network)',
  ],
  ['http://8.8.8.8/', 'http is sent to networks that --allow-network opens only: use https'],
])('a webhook at %s is refused, with the flag that allows it', async (url, message) => {
  await using home = await temporaryHome();
  const run = (line: string) => runCli(line.split(' '), { home: home.path });
  await run('admin team create shop');
  const { exitCode, stderr } = await run(`admin webhook create --team shop --url ${url}`);
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining(`mailvet: ${message}\n`)]);
});
