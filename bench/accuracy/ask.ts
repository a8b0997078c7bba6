/**
 * One verifier over one list, in a process of its own: `node ask.ts <adapter>`, the job as JSON on stdin.
 * Prints a line of JSON for each address, as it is answered.
 */
import { text } from 'node:stream/consumers';
import { type Asked, openAdapter, type Said } from './adapter.ts';

export interface Job {
  readonly emails: readonly string[];
  /** Milliseconds after which an address counts as `unknown`. */
  readonly addressLimit: number;
  /** Addresses that a verifier of single addresses gets at a time. */
  readonly atOnce?: number;
}

const CONCURRENCY = 20;

const [path = ''] = process.argv.slice(2);
const job: Job = JSON.parse(await text(process.stdin));
using asked = await openAdapter(path);
const started = performance.now();
const report = (email: string, said: Said) => {
  const seconds = (performance.now() - started) / 1000;
  process.stdout.write(`${JSON.stringify({ email, ...said, seconds })}\n`);
};
if (asked.verifyAll) await asked.verifyAll(job.emails, report, job.addressLimit);
else await verifyEach(asked);
// Sockets that a verifier left open must not delay the end.
setImmediate(() => process.exit());

/** Some addresses at a time. */
async function verifyEach({ verify, atOnce = CONCURRENCY }: Asked): Promise<void> {
  if (!verify) throw new Error(`${path} exports neither verify nor verifyAll`);
  const left = job.emails.values();
  const work = async () => {
    for (const email of left) {
      const signal = AbortSignal.timeout(job.addressLimit);
      report(email, await Promise.race([attempt(verify(email, signal)), late(signal)]));
    }
  };
  await Promise.all(Array.from({ length: job.atOnce ?? atOnce }, work));
}

/** An error says that nothing is known. */
function attempt(saying: Promise<Said>): Promise<Said> {
  return saying.catch((error) => ({ answer: 'unknown', words: `threw ${error}` }));
}

function late(signal: AbortSignal): Promise<Said> {
  return new Promise((resolve) => {
    const give = () => resolve({ answer: 'unknown', words: 'no answer in time' });
    signal.addEventListener('abort', give, { once: true });
  });
}
