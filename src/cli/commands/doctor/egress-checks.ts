import { MailvetError } from '../../../errors.ts';
import { isPublicAddress } from '../../../lib/ip-address.ts';
import { type Check, type CheckReport, pass, runCheck, warn } from './checks.ts';
import {
  checkBlockList,
  checkHelo,
  checkReverseDns,
  type OutboundProbe,
  probeOutbound,
} from './mail-checks.ts';
import type { DoctorEgress, Network } from './network.ts';

interface ProbedEgress {
  readonly egress: DoctorEgress;
  readonly wayOut: OutboundProbe;
}

/**
 * Each egress: whether it leads to port 25, whether its names agree, whether block lists have it. At
 * the end whether two of them are one address for mail hosts.
 */
export async function* examineEgresses(
  network: Network,
  egresses: readonly DoctorEgress[],
  blockLists: readonly string[],
): AsyncGenerator<CheckReport> {
  const probed: ProbedEgress[] = [];
  for (const egress of egresses) {
    const one = { egress, wayOut: await probeEgress(network, egress) };
    probed.push(one);
    yield* examineEgress(network, one, blockLists);
  }
  yield* examineDuplicates(probed);
}

async function probeEgress(network: Network, egress: DoctorEgress): Promise<OutboundProbe> {
  const { address, proxy } = egress;
  if (!(await egress.isOwnAddress())) {
    const fault = `${address} is no address of this machine`;
    return { host: undefined, tried: [], address: undefined, fault };
  }
  const wayOut = await probeOutbound(network, (host) => egress.greet(host), {
    isProxied: proxy !== undefined,
  });
  // Its public address is known even where port 25 is closed.
  const own = address !== undefined && isPublicAddress(address) ? address : undefined;
  return { ...wayOut, address: wayOut.address ?? own };
}

async function* examineEgress(
  network: Network,
  { egress, wayOut }: ProbedEgress,
  blockLists: readonly string[],
): AsyncGenerator<CheckReport> {
  const { name } = egress;
  const run = async (check: string, look: Check) => ({
    ...(await runCheck(check, look)),
    egress: name,
  });
  yield await run('port 25', checkEgressPort(egress, wayOut));
  if (wayOut.fault !== undefined) return;
  const setting = `"helo" of egress '${name}'`;
  const written = (other: string) => `"helo": "${other}" for egress '${name}'`;
  const helo = { name: egress.helo, setting, with: written };
  yield await run('helo', checkHelo(network, wayOut, helo));
  yield await run('reverse dns', checkReverseDns(network, wayOut, helo));
  for (const list of blockLists) {
    yield await run(`block list ${list}`, checkBlockList(network, wayOut, list));
  }
}

/** An egress that is set up has to lead somewhere: otherwise the check fails. */
function checkEgressPort(
  { address, proxy }: DoctorEgress,
  { host, tried, fault, address: seenAs }: OutboundProbe,
): Check {
  return async () => {
    const way = proxy === undefined ? `from ${address ?? 'this machine'}` : `through ${proxy}`;
    if (fault !== undefined) {
      const hint =
        proxy === undefined
          ? 'Give the machine that address (ip address add), or take the egress out'
          : "Check host, port and account-file of its 'socks5', or take the egress out";
      throw new MailvetError(proxy === undefined ? 'config' : 'network', fault, { hint });
    }
    if (host !== undefined)
      return pass(`mail hosts answer ${way} (${host})${seenAs ? `, seen as ${seenAs}` : ''}`);
    if (tried.length === 0) return warn('skipped (needs DNS to find a mail host)');
    throw new MailvetError('network', `no connection to ${tried.join(', ')} ${way}`, {
      hint: 'Most clouds close port 25: ask the provider to open it, or take the egress out',
    });
  };
}

/** What is one address for mail hosts gets the limits of each egress, and is blocked for it. */
async function* examineDuplicates(probed: readonly ProbedEgress[]): AsyncGenerator<CheckReport> {
  for (const [at, { egress, wayOut }] of probed.entries()) {
    const { address } = wayOut;
    const earlier = probed.slice(0, at).find((one) => one.wayOut.address === address);
    if (address === undefined || !earlier) continue;
    const message = `mail hosts see ${address}, as for '${earlier.egress.name}': each provider gets twice the sessions that it allows`;
    const hint = 'Give each egress an address of its own, or take one of them out';
    const report = async () => warn(message, hint);
    yield { ...(await runCheck('address', report)), egress: egress.name };
  }
}
