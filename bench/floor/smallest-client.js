/**
 * The least that a client of the service can do for a list: batches of its addresses, some at a time, and
 * each row with its result. It keeps nothing: what it has done is lost if it ends.
 *
 *     node smallest-client.js <list as CSV> <results> <URL of the service>
 */
import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { parse } from 'csv-parse';
import { stringify } from 'csv-stringify';
import { request } from 'undici';

const BATCH = 1000;
const OPEN = 4;
const EMAIL = 3;
const COLUMNS = 'deliverable valid acceptAll role temporary mx smtp score'.split(' ');
const [file = '', results = '', service] = process.argv.slice(2);

async function call(path, body) {
  const method = body ? 'POST' : 'GET';
  const headers = { authorization: 'Bearer mv_bench', 'content-type': 'application/json' };
  const answer = await request(`${service}/api/v1${path}`, { method, headers, body });
  return answer.body.json();
}

async function verify(rows) {
  const emails = rows.map((row) => row[EMAIL]);
  const { id } = await call('/verify/batch', JSON.stringify({ emails }));
  const found = await call(`/batches/${id}`);
  return rows.map((row, at) => [...row, ...COLUMNS.map((name) => found.emails[at].result[name])]);
}

async function* batches(rows) {
  let batch = [];
  for await (const row of rows) {
    batch.push(row);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  yield batch;
}

async function* verified(rows) {
  const open = [];
  for await (const batch of batches(rows)) {
    open.push(verify(batch));
    if (open.length === OPEN) yield* await open.shift();
  }
  for (const batch of open) yield* await batch;
}

await pipeline(
  createReadStream(file),
  parse({ from_line: 2 }),
  verified,
  stringify({ header: true, columns: ['id', 'first', 'last', 'email', 'city', ...COLUMNS] }),
  createWriteStream(results),
);
