import { connections, keyOf, type Row, send } from '../measure.ts';
import { BATCH, FACTS, type Fill, numbers, type World } from '../world.ts';

/** Replies name their address, as those of many mail hosts do: no two details are alike. */
const DETAIL = `'{"reason":"accepted","provider":"Google","mxHost":"mx' || n || '.example.com","egress":"default","free":false,"reply":{"code":250,"enhanced":"2.1.5","text":"OK <user' || n || '@example' || n || '.com> recipient ok"},"checkedAt":"2026-11-20T10:00:00.000Z","attempts":1,"retryAfter":null}'`;

const fill: Fill = async (sql, { flood }) => {
  await sql(`insert into batches (id, team_id, month, status, total_count, processed_count, created_at,
      lease_expires_at, not_before, failures)
    values ('${BATCH}', '${flood.id}', '2026-01', 'completed', 1000, 1000, ${Date.now()}, 0, 0, 0)`);
  await sql(`insert into entries (batch_id, position, email, cache_key, cost, status, facts, detail)
    select '${BATCH}', n, 'user' || n || '@example' || n || '.com', 'user' || n || '@example' || n || '.com',
      1, 'verified', '${FACTS}', ${DETAIL} from ${numbers(1000)}`);
};

const reads: readonly (readonly [string, (world: World) => Parameters<typeof send>])[] = [
  [
    'the API',
    ({ url, flood }) => [
      `${url}/api/v1/batches/${BATCH}?include=detail`,
      { headers: keyOf(flood), anyStatus: true },
    ],
  ],
  [
    'the page',
    ({ url, cookie }) => [`${url}/batches/${BATCH}`, { headers: { cookie }, anyStatus: true }],
  ],
  [
    'results.csv',
    ({ url, cookie }) => [
      `${url}/batches/${BATCH}/results.csv`,
      { headers: { cookie }, anyStatus: true },
    ],
  ],
];

/** Many connections that read one batch of 1,000 results. */
export const BATCH_RESULTS: readonly Row[] = [50, 5].flatMap((count) =>
  reads.map(
    ([by, read], index): Row => ({
      name: `${count} connections, a batch of 1,000 by ${by}`,
      ...(count === 50 && index === 0 && { fill }),
      flood: (world, signal) => {
        const [url, sent = {}] = read(world);
        return connections(count, { signal }, () => send(url, { ...sent, signal }));
      },
      wanted: 100,
    }),
  ),
);
