/**
 * Tries the verifier against real mail servers, where the machine has them: Postfix, and Exim.
 * Installs nothing, and starts its own on loopback addresses, with configuration and queue in a
 * temporary folder.
 *
 *     npm run test:mta
 *
 * MAILVET_POSTFIX and MAILVET_EXIM name the programs; without them the usual places are looked at.
 * Port 25 is root's: for others there is nothing to do here.
 */
import { existsSync } from 'node:fs';
import { startVitest } from 'vitest/node';

const SERVERS = {
  postfix: [process.env.MAILVET_POSTFIX, '/usr/sbin/postfix'],
  exim: [process.env.MAILVET_EXIM, '/usr/sbin/exim4', '/usr/sbin/exim'],
};

function find() {
  const found = {};
  for (const [name, places] of Object.entries(SERVERS)) {
    const binary = places.find((place) => place && existsSync(place));
    if (binary) found[name] = binary;
    else console.log(`${name} is not installed: left out`);
  }
  return found;
}

async function run(binaries) {
  const options = {
    config: false,
    run: true,
    watch: false,
    include: ['test/mta/**/*.mta.ts'],
    provide: { binaries },
    testTimeout: 300_000,
  };
  const vitest = await startVitest('test', [], options);
  await vitest.close();
}

const binaries = find();
if (process.platform === 'win32' || process.getuid() !== 0) {
  console.log('Mail servers listen on port 25, which needs root: nothing was tried');
} else if (Object.keys(binaries).length > 0) await run(binaries);
