/**
 * A service with the interface that answers at once: every batch is completed as soon as it is
 * asked for. Runs as a process of its own, and says where it listens.
 */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

const batches: (readonly string[])[] = [];

const server = createServer(async (request, response) => {
  const answer = await answerTo(request);
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(answer));
});
server.listen(0, '127.0.0.1', () => {
  process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
process.on('disconnect', () => process.exit());

async function answerTo(request: IncomingMessage): Promise<unknown> {
  if (request.method === 'POST') return await createBatch(request);
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://service');
  if (pathname.endsWith('/batches')) return listBatches(Number(searchParams.get('limit') ?? 50));
  return getBatch(Number(pathname.slice(pathname.lastIndexOf('_') + 1)));
}

async function createBatch(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const { emails } = JSON.parse(Buffer.concat(chunks).toString()) as { emails: string[] };
  batches.push(emails);
  const id = `batch_${batches.length - 1}`;
  return { id, status: 'pending', totalCount: emails.length, processedCount: 0, message: '' };
}

function listBatches(limit: number): unknown {
  const first = Math.max(0, batches.length - limit);
  return batches.slice(first).map((_, index) => batchOnWire(first + index));
}

function getBatch(number: number): unknown {
  const emails = (batches[number] ?? []).map((email, index) => ({
    id: `${number}_${index}`,
    email,
    status: 'verified',
    result: resultOf(email),
    error: null,
  }));
  return { batch: batchOnWire(number), emails };
}

function batchOnWire(number: number) {
  const size = batches[number]?.length ?? 0;
  const createdAt = new Date().toISOString();
  const progress = { totalCount: size, processedCount: size };
  return { _id: `batch_${number}`, status: 'completed', createdAt, ...progress };
}

const FLAGS = { valid: true, acceptAll: false, role: false, temporary: false, mx: true };

function resultOf(email: string) {
  const deliverable = email.length % 3 !== 0;
  return { email, ...FLAGS, deliverable, smtp: true, score: deliverable ? 95 : 5 };
}
