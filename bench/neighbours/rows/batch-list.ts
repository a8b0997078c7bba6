import { keyOf, type Row, send } from '../measure.ts';
import { type Fill, numbers, type World } from '../world.ts';

const fill: Fill = (sql, { flood, sizes }) =>
  sql(`insert into batches (id, team_id, month, status, total_count, processed_count, created_at,
      lease_expires_at, not_before, failures)
    select 'b' || n, '${flood.id}', '2026-01', 'completed', 1, 1, ${Date.now() - 1e10} + n, 0, 0, 0
    from ${numbers(sizes.batches)}`);

const list = ({ url, flood }: World, skip: number) =>
  send(`${url}/api/v1/batches?limit=1000&skip=${skip}`, { headers: keyOf(flood), anyStatus: true });

/** The end of a long list of batches, and one of its last pages. */
export const BATCH_LIST: readonly Row[] = [
  {
    name: 'GET /batches?skip=99999999, once',
    fill,
    once: (world) => list(world, 99_999_999),
    wanted: 200,
  },
  {
    name: 'GET /batches, the last thousand, once',
    once: (world) => list(world, world.sizes.batches - 2000),
    wanted: 200,
  },
  {
    name: '20 loops of GET /batches?skip=99999999',
    flood: (world, signal) => loops(world, signal, () => 99_999_999),
    wanted: 300,
  },
  {
    name: '20 loops of GET /batches at any depth',
    flood: (world, signal) => {
      let turn = 0;
      return loops(world, signal, () => (turn++ * 7919) % world.sizes.batches);
    },
    wanted: 300,
  },
  {
    name: '20 loops of the page /batches at any depth',
    flood: ({ url, cookie, sizes }, signal) => {
      let turn = 0;
      const page = () => 1 + ((turn++ * 7919) % Math.floor(sizes.batches / 25));
      return loop20(signal, () =>
        send(`${url}/batches?page=${page()}`, { headers: { cookie }, signal, anyStatus: true }),
      );
    },
    wanted: 300,
  },
];

function loops(world: World, signal: AbortSignal, skip: () => number): Promise<unknown> {
  return loop20(signal, () => list(world, skip()));
}

function loop20(signal: AbortSignal, one: () => Promise<unknown>): Promise<unknown> {
  const loop = async () => {
    while (!signal.aborted) await one().catch(() => {});
  };
  return Promise.all(Array.from({ length: 20 }, loop));
}
