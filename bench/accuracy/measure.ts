/** Asks one verifier about every address of a world. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Said } from './adapter.ts';
import type { Job } from './ask.ts';
import { useResolvers } from './world/network.ts';
import { type Case, factsOf, groupCases, resolversOf } from './world/truth.ts';
import type { World } from './world/world.ts';

/** Milliseconds after which an address, and after which a whole process, is given up. */
const ADDRESS_LIMIT = 60_000;
const PROCESS_LIMIT = 600_000;

const ASK = fileURLToPath(new URL('ask.ts', import.meta.url));

export interface Measured {
  /** By the id of the address. */
  readonly said: ReadonlyMap<string, Said>;
  /** Until the last answer to the longest list. */
  readonly seconds: number;
}

/** @param adapter its path. */
export async function measure(world: World, adapter: string): Promise<Measured> {
  world.reset();
  const said = new Map<string, Said>();
  let seconds = 0;
  for (const cases of groupCases(world.cases)) {
    const [first] = cases;
    if (first) useResolvers(world.resolvers(resolversOf(first)));
    seconds = Math.max(seconds, await measureGroup(adapter, cases, said));
  }
  return { said, seconds };
}

/** @returns the seconds until the last answer. */
async function measureGroup(
  adapter: string,
  cases: readonly Case[],
  said: Map<string, Said>,
): Promise<number> {
  const facts = new Map(cases.flatMap(factsOf).map((fact) => [fact.email, fact]));
  for (const { id } of facts.values()) said.set(id, { answer: 'unknown', words: 'no answer' });
  let last = 0;
  const job: Job = { emails: [...facts.keys()], addressLimit: ADDRESS_LIMIT };
  for await (const { email, answer, words, seconds } of ask(adapter, job)) {
    const fact = facts.get(email);
    if (fact) said.set(fact.id, { answer, words });
    last = seconds;
  }
  return last;
}

interface Asking {
  readonly flags?: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
}

/** Runs an adapter in a process of its own: what it says, and after how many seconds. */
export async function* ask(adapter: string, job: Job, { flags = [], env = {} }: Asking = {}) {
  const child = spawn(process.execPath, [...flags, ASK, adapter], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
    timeout: PROCESS_LIMIT,
    killSignal: 'SIGKILL',
  });
  const closed = once(child, 'close');
  child.stdin.end(JSON.stringify(job));
  for await (const line of createInterface({ input: child.stdout })) {
    // Some verifiers print lines of their own.
    if (line.startsWith('{"email"')) yield JSON.parse(line) as Line;
  }
  const [status] = await closed;
  // None where it was stopped at the limit.
  if (status) throw new Error(`${adapter} ended with ${status}`);
}

interface Line extends Said {
  readonly email: string;
  readonly seconds: number;
}
