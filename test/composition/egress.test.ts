import { writeFile } from 'node:fs/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { startService } from '../../src/composition/serve.ts';
import { readEgresses } from '../../src/composition/verifier-settings.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { BUILT_IN_PROVIDERS } from '../../src/verifier/providers/provider-table.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const folder = temporaryFolder();
afterAll(() => folder.dispose());
const FIRST = { name: 'out-1', address: '127.0.1.1', helo: 'out1.test' };

async function read(value: unknown) {
  const file = folder.path('ways.json');
  await writeFile(file, JSON.stringify(value));
  return readEgresses(file, BUILT_IN_PROVIDERS);
}

describe('the egresses of a file', () => {
  it('have the account of their proxy from the file that they name', async () => {
    await writeFile(folder.path('account'), 'mailvet:pass:word\n');
    const socks5 = { host: '127.0.0.1', 'account-file': 'account' };
    expect(await read([{ name: 'p', helo: 'p.test', socks5 }])).toMatchObject([
      { socks5: { user: 'mailvet', password: 'pass:word', port: 1080 } },
    ]);
  });

  it.each([
    ['none', 'egress[0].socks5.account-file: ', 'ENOENT'],
    ['empty', 'egress[0].socks5.account-file: the first line of', 'is not user:password'],
  ])('can not have an account that is %s', async (name, ...messages) => {
    await writeFile(folder.path('empty'), '\n');
    const entry = { name: 'p', helo: 'p.test', socks5: { host: 'x', 'account-file': name } };
    for (const message of messages) await expect(read([entry])).rejects.toThrow(message);
  });

  it('name providers of the table, or registrable domains', async () => {
    const rest = { name: 'rest', helo: 'rest.test' };
    const naming = (...providers: string[]) => read([{ ...FIRST, providers }, rest]);
    expect(await naming('google', 'example.com')).toHaveLength(2);
    await expect(naming('gogle')).rejects.toMatchObject({
      message: expect.stringContaining('egress[0].providers in'),
      hint: "Did you mean 'google'?",
    });
  });
});

describe('a service with an egress that is none of this machine', () => {
  it('does not start, and names it', async () => {
    const file = folder.path('service.json');
    const egress = { value: [{ ...FIRST, address: '192.0.2.1' }], file };
    const settings = { database: folder.path('a.db'), host: '127.0.0.1', port: 0 };
    const start = startService(
      { ...settings, verifier: { egress } },
      { clock: systemClock, random: Math.random },
    );
    await expect(start).rejects.toMatchObject({
      code: 'config',
      message: "Egress 'out-1': 192.0.2.1 is no address of this machine",
    });
  });
});
