import { describe, expect, it } from 'vitest';
import { limitInput } from '../../../../src/cli/commands/verify/large-input.ts';
import type { Clock } from '../../../../src/lib/clock.ts';
import { instantClock } from '../../../support/instant-clock.ts';
import { runCli } from '../../../support/run-cli.ts';
import { startStandIn } from '../../../support/stand-in.ts';

/** Whose pauses never end. */
const STANDING = instantClock({ endless: 0 });

async function* numbers(count: number): AsyncGenerator<number> {
  for (let number = 1; number <= count; number += 1) yield number;
}

async function taken(source: AsyncIterable<number>, clock: Clock) {
  const found: number[] = [];
  const refusal = (passed: number) => new Error(`refused after ${passed}`);
  try {
    for await (const each of limitInput(source, { most: 3, clock, refusal })) found.push(each);
  } catch (error) {
    return { found, message: (error as Error).message };
  }
  return { found };
}

describe('an input with a limit', () => {
  it('is given out whole up to the limit', async () => {
    expect(await taken(numbers(3), STANDING)).toEqual({ found: [1, 2, 3] });
    expect(await taken(numbers(3), instantClock())).toEqual({ found: [1, 2, 3] });
    expect(await taken(numbers(0), STANDING)).toEqual({ found: [] });
  });

  it('is refused before anything is given out, where it is there at once', async () => {
    expect(await taken(numbers(4), STANDING)).toEqual({ found: [], message: 'refused after 0' });
  });

  it('ends at the limit where it arrives slowly', async () => {
    const { promise: pause, resolve } = Promise.withResolvers<void>();
    const clock: Clock = { ...STANDING, sleep: () => pause };
    async function* slowly() {
      yield 1;
      resolve();
      await new Promise(setImmediate);
      yield* [2, 3, 4];
    }
    expect(await taken(slowly(), clock)).toEqual({ found: [1, 2, 3], message: 'refused after 3' });
  });

  it('fails as its source does, after what came before', async () => {
    async function* broken() {
      yield 1;
      throw new Error('gone');
    }
    expect(await taken(broken(), STANDING)).toEqual({ found: [1], message: 'gone' });
  });
});

describe('verify of more than 10,000 addresses on stdin', () => {
  const stdin = Array.from({ length: 10_001 }, (_, at) => `p${at}@x.test\n`).join('');

  it('sends nothing to a service that charges without --yes', async () => {
    await using service = await startStandIn();
    const env = { MAILVET_BASE_URL: service.url, MAILVET_API_KEY: service.apiKey };
    const done = await runCli(['verify'], { env, stdin, clock: STANDING });
    expect(done).toMatchObject({ exitCode: 2, stdout: '' });
    expect(done.stderr).toContain('stdin has more than 10,000 addresses, and the service charges');
    expect(done.stderr).toContain('Nothing was sent');
    expect(done.stderr).toContain('mailvet verify --yes');
    expect(service.requests).toEqual([]);
  });
});
