/**
 * Runs a command in the mail world, or a shell: name servers at port 53 (/etc/resolv.conf names them), mail
 * hosts at port 25, no other network. At its end it says how often private hosts were dialled.
 *
 *     npm run bench world                                      a shell
 *     npm run bench world -- dig +short mx mv--plain.com       a command
 *     npm run bench world -- --resolver silent -- my-verifier  other name servers of truth.ts, `,` between several
 *     npm run bench world -- --list                            the addresses to ask with these name servers
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { enterNetwork, OWN_NETWORK, useResolvers } from './network.ts';
import { findBinaries } from './real-servers.ts';
import { factsOf, RESOLVERS, readTruth, resolversOf } from './truth.ts';
import { World } from './world.ts';

const argv = process.argv.slice(2);
/** Where the command begins: what follows is its own. */
const end = argv.findIndex((arg, at) => arg === '--' || isWord(arg, argv[at - 1]));
const { values } = parseArgs({
  args: end < 0 ? argv : argv.slice(0, end),
  options: { resolver: { type: 'string', default: 'honest' }, list: { type: 'boolean' } },
});
const resolvers = values.resolver.split(',').map((name) => {
  const kind = RESOLVERS.find((known) => known === name);
  if (!kind) throw new Error(`unknown name server ${name}: there are ${RESOLVERS.join(', ')}`);
  return kind;
});

if (values.list) {
  const asked = readTruth().filter((one) => resolversOf(one).join() === resolvers.join());
  for (const { email } of asked.flatMap(factsOf)) console.log(email);
} else {
  enterNetwork();
  await using world = await World.open(readTruth(), {
    place: OWN_NETWORK,
    binaries: findBinaries(),
  });
  useResolvers(world.resolvers(resolvers));
  const given = end < 0 ? [] : argv.slice(argv[end] === '--' ? end + 1 : end);
  const [command = process.env.SHELL ?? 'sh', ...args] = given;
  const child = spawn(command, args, { stdio: 'inherit' });
  const [status] = await once(child, 'exit');
  console.error(`Connections to private hosts: ${world.dialled}`);
  process.exitCode = status ?? 1;
}

function isWord(arg: string, before: string | undefined): boolean {
  return !arg.startsWith('--') && before !== '--resolver';
}
