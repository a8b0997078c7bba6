/** The least that a service can do: a Hono application that answers one JSON. Prints its URL. */
import { serve } from '@hono/node-server';
import { Hono } from 'hono';

const answer = JSON.parse(process.argv[2] ?? '{}') as object;
const app = new Hono();
app.post('/api/v1/verify', (c) => c.json(answer));
serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => {
  process.stdout.write(`http://127.0.0.1:${port}\n`);
});
