/**
 * One verifier over one list, in a process of its own: `node contender.ts <name>`, the job as JSON on
 * stdin. Prints a line of JSON for each address, as it is answered.
 */
import { text } from 'node:stream/consumers';
import type { Answer } from './truth.ts';

export interface Job {
  readonly emails: readonly string[];
  /** Address as `ip:port`. */
  readonly resolvers: readonly string[];
  /** Port of all mail hosts. */
  readonly port: number;
  /** Milliseconds after which an address counts as undecided. */
  readonly addressLimit: number;
  /** Addresses that a verifier of single addresses gets at a time; 20 by default. */
  readonly atOnce?: number;
}

export interface PeerAnswer {
  readonly answer: Answer;
  /** What the verifier said, for a person. */
  readonly words: string;
}

/** What a verifier is to the benchmark. A file of `contenders/` exports it as `verify`. */
export type VerifyJob = (
  job: Job,
  report: (email: string, said: PeerAnswer) => void,
) => Promise<void>;

const [name = ''] = process.argv.slice(2);
const job: Job = JSON.parse(await text(process.stdin));
const { verify }: { verify: VerifyJob } = await import(`./contenders/${name}.ts`);
const started = performance.now();
await verify(job, (email, said) => {
  const seconds = (performance.now() - started) / 1000;
  process.stdout.write(`${JSON.stringify({ email, ...said, seconds })}\n`);
});
// Sockets that a verifier left open must not delay the end.
process.exit();
