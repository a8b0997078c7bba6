/** A home directory with lists, and a service that stands in for the real one. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { instantClock } from './manual-clock.ts';
import { type CliOptions, type CliResult, runCli, temporaryHome } from './run-cli.ts';
import { type StandIn, type StandInOptions, startStandIn } from './stand-in.ts';

export interface BatchWorld extends AsyncDisposable {
  readonly standIn: StandIn;
  readonly home: string;
  /** Surroundings that name the stand-in as the service. */
  readonly env: Readonly<Record<string, string>>;
  /** Runs a command line in this home, against the stand-in. */
  run(line: string, options?: CliOptions): Promise<CliResult>;
  write(name: string, content: string | Uint8Array): void;
  read(name: string): string;
}

export async function batchWorld(options: StandInOptions = {}): Promise<BatchWorld> {
  const standIn = await startStandIn(options);
  const home = await temporaryHome();
  const env = { MAILVET_API_KEY: standIn.apiKey, MAILVET_BASE_URL: standIn.url };
  const clock = instantClock({ start: Date.now(), endless: 60_000 });
  return {
    standIn,
    home: home.path,
    env,
    run: (line, changes = {}) =>
      runCli(line.split(' '), { env, clock, home: home.path, ...changes }),
    write: (name, content) => writeFileSync(join(home.path, name), content),
    read: (name) => readFileSync(join(home.path, name), 'utf8'),
    async [Symbol.asyncDispose]() {
      await standIn.close();
      await home[Symbol.asyncDispose]();
    },
  };
}
