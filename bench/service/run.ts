/**
 * The service under load: the time to create batches of 1000 addresses while they are worked on, then 200
 * clients at once for 60 s, none of which may meet an error but 429. `npm run bench floor -- --only cached`
 * measures what an answer costs.
 *
 *     npm run bench service
 *
 * The service is started as a program (npm run build first), with its log of requests in a file.
 */
import { join } from 'node:path';
import { inFolder, type Listening, listening, MAILVET, metered, startMetered } from '../metered.ts';
import { keepAnswer, NODE_FLAGS, runLoad } from './cached-verification.ts';

const CLIENTS = { connections: 200, seconds: 60 };

await inFolder(async (home) => {
  const database = join(home, 'service.db');
  const flags = ['--rate-limit', '0', '--open-batches', '1000'];
  const command = [
    ...NODE_FLAGS,
    MAILVET,
    'serve',
    '--port',
    '0',
    '--database',
    database,
    ...flags,
  ];
  const program = startMetered(command, home);
  const service = await listening(program);
  await createBatches(service);
  await keepAnswer(database);
  await soak(service);
  program.kill('SIGTERM');
  await metered(program, home);
});

/** Different addresses each time, so that each batch is work to store and work to do: as many as the sandbox keeps. */
async function createBatches({ url, key }: Listening, count = 40): Promise<void> {
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
  const times: number[] = [];
  for (let batch = 0; batch < count; batch++) {
    const emails = Array.from({ length: 1000 }, (_, n) => `b${batch}n${n}@sandbox.test`);
    const body = JSON.stringify({ emails });
    const began = performance.now();
    const answer = await fetch(`${url}/api/v1/verify/batch`, { method: 'POST', headers, body });
    times.push(performance.now() - began);
    if (!answer.ok)
      throw new Error(`a batch was answered ${answer.status}: ${await answer.text()}`);
  }
  times.sort((a, b) => a - b);
  const at = (share: number) => (times[Math.floor((count - 1) * share)] ?? 0).toFixed(1);
  print(
    `${count} batches of 1000, while they are worked on: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms`,
  );
}

async function soak(service: Listening): Promise<void> {
  const { statuses, latency, requestsPerSecond } = await runLoad(service, CLIENTS);
  print(
    `${CLIENTS.connections} clients, ${CLIENTS.seconds} s: ${requestsPerSecond.toFixed(0)}/s, ${JSON.stringify(statuses)}`,
  );
  print(`p50 ${latency.p50.toFixed(1)} ms, p99 ${latency.p99.toFixed(1)} ms`);
  const wrong = Object.keys(statuses).filter((status) => !['200', '429'].includes(status));
  if (wrong.length > 0) throw new Error(`answered ${wrong.join(', ')}`);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
