/** The single executable on PostgreSQL: a service that only answers, and a worker. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { eachTest } from '../support/each-test.ts';
import { emptyDatabase } from '../support/postgres.ts';
import { type BareMachine, bareMachine } from './run-binary.ts';

const CONTACTS = fileURLToPath(new URL('../../fixtures/contacts.csv', import.meta.url));

let machine: BareMachine;
const database = eachTest(emptyDatabase);
beforeEach(() => {
  machine = bareMachine();
});
afterEach(async () => {
  machine.folder.dispose();
});

// PostgreSQL refuses to run as an administrator of Windows, which those who build are there.
it.skipIf(process.platform === 'win32')(
  'sets up its tables, and a worker verifies what the service accepts',
  async () => {
    const service = await machine.serve('--database', database.url, '--workers', '0');
    const worker = await machine.work('--database', database.url);
    const remote = { MAILVET_BASE_URL: service.url, MAILVET_API_KEY: service.key };
    const results = machine.folder.path('out.csv');
    const submitted = await machine.with(remote).run('batch', 'submit', CONTACTS, '-o', results);
    expect(submitted.stderr).toContain('deliverable   7   36.8 %');
    expect(submitted.exitCode).toBe(0);
    expect(readFileSync(results, 'utf8')).toContain('deliverable@sandbox.test,true,true,false');
    const check = await machine.run('admin', 'check', '--database', database.url);
    expect(check.stdout).toBe('ok\n');
    expect([await worker.stop(), await service.stop()]).toEqual([0, 0]);
  },
);
