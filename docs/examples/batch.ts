// Verifies a list with a service: submit a batch, wait until it has ended, read the results.
import { setTimeout } from 'node:timers/promises';
import { createClient, judge } from 'mailvet';

const client = createClient({
  baseUrl: process.env.MAILVET_BASE_URL ?? '',
  apiKey: process.env.MAILVET_API_KEY ?? '',
});

const { id } = await client.createBatch(['ann@sandbox.test', 'undeliverable@sandbox.test']);
let { batch, entries } = await client.getBatch(id);
while (batch.status === 'pending' || batch.status === 'processing') {
  await setTimeout(500);
  ({ batch, entries } = await client.getBatch(id));
}
for (const { email, result, error } of entries) {
  console.log(email, result ? judge(result).verdict : error);
}
await client.close();
