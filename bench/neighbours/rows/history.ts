import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connections, keyOf, type Row, send } from '../measure.ts';
import { FACTS, type Fill, numbers, type World } from '../world.ts';

/** One verification a second, up to now. */
const fill: Fill = (sql, { flood, sizes }) =>
  sql(`insert into verifications (team_id, batch_id, email, facts, decided, reason, detail, at)
    select '${flood.id}', null, 'user' || n || '@example' || (n % 977) || '.com', '${FACTS}', 1, 'accepted',
      '{"reason":"accepted","provider":"Google","mxHost":"mx' || (n % 977) || '.example.com","egress":"default","free":false,"reply":{"code":250,"enhanced":"2.1.5","text":"OK recipient ok"},"checkedAt":"2026-11-20T10:00:00.000Z","attempts":1,"retryAfter":null}',
      ${Date.now() - sizes.history * 1000} + n * 1000 from ${numbers(sizes.history)}`);

const page = ({ url, flood }: World, skip: number) =>
  send(`${url}/api/v1/verifications?limit=100&skip=${skip}`, {
    headers: keyOf(flood),
    anyStatus: true,
  });

/** Rows that `history --all` prints. */
const ALL = 100_000;

/** A long history, deep in it and all of its newest part. */
export const HISTORY: readonly Row[] = [
  {
    name: 'GET /verifications, its last page, once',
    fill,
    once: (world) => page(world, world.sizes.history - 1000),
    wanted: 500,
  },
  {
    name: '20 loops of GET /verifications at any depth',
    flood: (world, signal) => {
      let turn = 0;
      return connections(20, { signal }, () =>
        page(world, (turn++ * 104_729) % world.sizes.history),
      );
    },
    wanted: 100,
  },
  { name: `history of ${ALL} rows by the command line`, once: printAll, wanted: 3000 },
  {
    name: 'the overview with its chart of 30 days, once',
    once: ({ url, cookie }) => send(url, { headers: { cookie } }),
    wanted: 100,
  },
  {
    name: '20 loops of the overview',
    flood: ({ url, cookie }, signal) =>
      connections(20, { signal }, () =>
        send(url, { headers: { cookie }, signal, anyStatus: true }),
      ),
    wanted: 100,
  },
];

/** The team has more: a bound of the same size takes the same pages. */
async function printAll({ url, flood, launcher, folder }: World): Promise<void> {
  const args = ['history', '--limit', String(ALL), '--base-url', url, '--format', 'jsonl'];
  const child = spawn(
    process.execPath,
    [launcher, ...args, '--output', `${folder}/${Date.now()}.jsonl`],
    {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { PATH: process.env.PATH, HOME: folder, MAILVET_API_KEY: flood.key },
    },
  );
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`mailvet history ended with ${code}`);
}
