/** A list that waits for a greylisting host: the whole program against a service of ours. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { timeOfDay } from '../../src/cli/render/progress.ts';
import { startService } from '../../src/composition/serve.ts';
import { systemClock } from '../../src/lib/clock.ts';
import type { Verifier } from '../../src/verifier/verifier.ts';
import { isRandom, MailWorld, mailboxes } from '../support/mail-world.ts';
import { manualClock } from '../support/manual-clock.ts';
import { runCli, temporaryHome } from '../support/run-cli.ts';

const WAIT = 5 * 60_000;

/** Defers the first RCPT of each address. */
function greylisting(): (address: string) => string {
  const seen = new Set<string>();
  return (address) => {
    if (isRandom(address)) return '550 5.1.1 No';
    if (seen.has(address)) return '250 2.1.5 Ok';
    seen.add(address);
    return '451 4.7.1 Greylisted, try again later';
  };
}

it.each([[['stderr'] as const], [[]]])(
  'says what is waited for and until when (terminal: %j)',
  async (terminal) => {
    await using world = new MailWorld();
    await world.served('quick.test', { rcpt: mailboxes('ann') });
    await world.served('grey.test', { rcpt: greylisting() });
    await using home = await temporaryHome();
    writeFileSync(join(home.path, 'list.csv'), 'email\nann@quick.test\nbob@grey.test\n');
    const clock = manualClock();
    await using service = await serve(
      home.path,
      world.verifier({ greylistRetries: [WAIT] }, { clock }),
    );
    const soonest = Date.now() + WAIT;
    let said: string | undefined;
    const { stderr, exitCode } = await runCli(['clean', 'list.csv'], {
      env: service.env,
      home: home.path,
      terminal,
      columns: 200,
      onStderr: (text) => {
        const shown = /1 greylisted, next try (\d\d:\d\d)/.exec(text)?.[1];
        if (shown !== undefined && said === undefined) clock.advance(WAIT);
        said ??= shown;
      },
    });
    expect(minutes(soonest, Date.now() + WAIT)).toContain(said);
    expect(stderr).toMatch(/deliverable +2/);
    expect(exitCode).toBe(0);
  },
);

function minutes(first: number, last: number): string[] {
  const count = Math.ceil((last - first) / 60_000) + 1;
  return Array.from({ length: count }, (_, at) => timeOfDay(Math.min(first + at * 60_000, last)));
}

async function serve(home: string, verifier: Verifier) {
  const settings = { database: join(home, 'service.db'), host: '127.0.0.1', port: 0 };
  const service = await startService(settings, {
    clock: systemClock,
    random: Math.random,
    verifier,
  });
  return {
    env: { MAILVET_BASE_URL: service.url, MAILVET_API_KEY: service.firstKey ?? '' },
    [Symbol.asyncDispose]: () => service.close(),
  };
}
