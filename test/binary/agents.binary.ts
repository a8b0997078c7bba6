/** `mailvet mcp` of the single executable, through the SDK's client. */
import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { spawnMcp } from '../support/mcp-client.ts';
import { type BareMachine, bareMachine } from './run-binary.ts';

const CONTACTS = fileURLToPath(new URL('../../fixtures/contacts.csv', import.meta.url));

let machine: BareMachine;
beforeEach(() => {
  machine = bareMachine();
});
afterEach(() => machine.folder.dispose());

it('serves agents: an address, and a list with its results', async () => {
  const { program, cwd, env } = machine.place;
  copyFileSync(CONTACTS, join(cwd, 'contacts.csv'));
  const home = machine.folder.path('home');
  await using mcp = await spawnMcp({ home, cwd, env }, program);
  expect(await mcp.call('verify_email', { email: 'full@sandbox.test' })).toMatchObject({
    verdict: 'undeliverable',
    detail: 'full',
  });
  const { result } = await mcp.call<{ result: object }>('verify_list', { file: 'contacts.csv' });
  expect(result).toMatchObject({ state: 'finished', totals: { verdicts: { deliverable: 7 } } });
  const written = readFileSync(join(cwd, 'contacts.verified.csv'), 'utf8');
  expect(written).toContain('deliverable@sandbox.test,true,true,false');
});
