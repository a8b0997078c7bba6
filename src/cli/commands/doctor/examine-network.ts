import { type CheckReport, runCheck } from './checks.ts';
import { checkResolver } from './dns-checks.ts';
import { examineEgresses } from './egress-checks.ts';
import {
  checkBlockList,
  checkHelo,
  checkPort25,
  checkReverseDns,
  HELO_FLAG,
  probeOutbound,
} from './mail-checks.ts';
import type { DoctorEgress, Network } from './network.ts';

interface Examined {
  /** HELO name of the machine's own address. */
  readonly helo: string;
  readonly blockLists: readonly string[];
  /** Where there are some, they are checked instead of the machine's own address. */
  readonly egresses: readonly DoctorEgress[];
}

/** Name servers, and the way to mail hosts: that of the machine, or of each egress. */
export async function* examineNetwork(
  network: Network,
  { helo, blockLists, egresses }: Examined,
): AsyncGenerator<CheckReport> {
  for (const resolver of network.resolvers) {
    yield await runCheck(`dns ${resolver.server}`, checkResolver(network, resolver));
  }
  if (egresses.length > 0) yield* examineEgresses(network, egresses, blockLists);
  else yield* examineMachine(network, helo, blockLists);
}

async function* examineMachine(
  network: Network,
  name: string,
  blockLists: readonly string[],
): AsyncGenerator<CheckReport> {
  const helo = { name, ...HELO_FLAG };
  const wayOut = await probeOutbound(network, (host) => network.greet(host, name));
  yield await runCheck('port 25', checkPort25(wayOut));
  yield await runCheck('helo', checkHelo(network, wayOut, helo));
  yield await runCheck('reverse dns', checkReverseDns(network, wayOut, helo));
  for (const list of blockLists) {
    yield await runCheck(`block list ${list}`, checkBlockList(network, wayOut, list));
  }
}
