/** A home directory with lists, and a service that stands in for the real one. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { instantClock } from './manual-clock.ts';
import { type CliOptions, runCli, temporaryHome } from './run-cli.ts';
import { type StandInOptions, startStandIn } from './stand-in.ts';

export type BatchWorld = Awaited<ReturnType<typeof batchWorld>>;

export async function batchWorld(options: StandInOptions = {}) {
  const standIn = await startStandIn(options);
  const home = await temporaryHome();
  /** Surroundings that name the stand-in as the service. */
  const env: Readonly<Record<string, string>> = {
    MAILVET_API_KEY: standIn.apiKey,
    MAILVET_BASE_URL: standIn.url,
  };
  const clock = instantClock({ start: Date.now(), endless: 60_000 });
  return {
    standIn,
    home: home.path,
    env,
    /** Runs a command line in this home, against the stand-in. */
    run: (line: string, changes: CliOptions = {}) =>
      runCli(line.split(' '), { env, clock, home: home.path, ...changes }),
    write: (name: string, content: string | Uint8Array) =>
      writeFileSync(join(home.path, name), content),
    read: (name: string) => readFileSync(join(home.path, name), 'utf8'),
    async [Symbol.asyncDispose]() {
      await standIn.close();
      await home[Symbol.asyncDispose]();
    },
  };
}
