/** What goes back into a mailing tool is the same file from the dashboard and from `mailvet clean`. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { eachTest } from '../support/each-test.ts';
import { runCli, temporaryHome } from '../support/run-cli.ts';
import { dashboardWorld } from './dashboard-world.ts';

const world = eachTest(dashboardWorld);
const owner = eachTest(() => world.firstOwner());
const home = eachTest(temporaryHome);

/** Addresses of the sandbox, and what the world's verifier takes them for. */
const LIKE = {
  'undeliverable@sandbox.test': 'gone@x.com',
  'disabled@sandbox.test': 'gone@x.com',
  'cy@accept-all.sandbox.test': 'open@x.com',
};

const LISTS = {
  'of Mailchimp':
    '"Email Address","First Name",MEMBER_RATING,OPTIN_TIME\nann@sandbox.test,"Ann, B.",2,"2026-01-02"\n' +
    'undeliverable@sandbox.test,Bob,2,\ncy@accept-all.sandbox.test,Cy,1,\nann@sandbox.test,Again,1,\n',
  'of Excel in German, with a mark and names around addresses':
    '\ufeffName;E-Mail\r\nÅda;Åda <ada@sandbox.test>\r\n"B;b";disabled@sandbox.test\r\nC;nonsense\r\nD;\r\n',
  'whose addresses can be mended':
    'id,email\n1,ann(at)sandbox.test\n2,undeliverable@sandbox.test\n3," bob@sandbox.test "\n',
  'of addresses alone': 'ann@sandbox.test\nundeliverable@sandbox.test\nbob@sandbox.test',
} as const;

it.for(
  Object.entries(LISTS).flatMap(([name, text]) =>
    [false, true].map((isMended) => [name, { text, isMended }] as const),
  ),
)('a list %s, %o', async ([, { text, isMended }]) => {
  for (const [email, like] of Object.entries(LIKE)) world.verifier.becomes(email, like);
  const file = { list: new File([text], 'list.csv'), review: 'yes' };
  const start = (await owner.post('/lists', file)).headers.get('Location') ?? '';
  await owner.post(start, isMended ? { mend: 'yes' } : {});
  await world.lists.finish();
  await writeFile(join(home.path, 'list.csv'), text);
  const args = ['clean', 'list.csv', '--yes', ...(isMended ? ['--fix'] : [])];
  const ran = await runCli(args, { home: home.path });
  expect(ran).toMatchObject({ exitCode: 0 });
  for (const part of ['import', 'archive']) {
    const path = `${start.replace('/start', '')}/download?format=${part}`;
    const bytes = Buffer.from(await (await owner.open(path)).arrayBuffer());
    const written = await readFile(join(home.path, `list.${part}.csv`));
    expect(bytes.toString('latin1')).toBe(written.toString('latin1'));
  }
});
