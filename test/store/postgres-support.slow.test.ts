import { expect, it } from 'vitest';
import { emptyDatabase, migratedDatabase } from '../support/postgres.ts';
import { withClient } from '../support/postgres-template.ts';

const make = (url: string) =>
  withClient(url, (client) => client.query('create table only_here (n int)'));

it('each database of the tests is of its own', async () => {
  const first = await migratedDatabase();
  const second = await emptyDatabase();
  try {
    await make(first.url);
    await make(second.url);
    await expect(make(second.url)).rejects.toThrow('already exists');
  } finally {
    await first.dispose();
    await second.dispose();
  }
});
