import { access, constants } from 'node:fs/promises';
import { dirname } from 'node:path';
import { MailvetError } from '../../../errors.ts';
import { safeJson, safeLine } from '../../../lib/safe-text.ts';
import { EXIT_CODES } from '../../exit-codes.ts';
import { type Action, type Invocation, withOptions } from '../../invocation.ts';
import { type Palette, paletteFor } from '../../io/colour.ts';
import { makePrivateDirectory } from '../../io/private-files.ts';
import { maskKey } from '../../service/mask-key.ts';
import { openRemote } from '../../service/remote.ts';
import {
  type EmbeddedService,
  type RemoteService,
  type ResolvedService,
  resolveService,
} from '../../service/resolve.ts';
import { readVerifierOptions } from '../../service/verifier-options.ts';
import { type Check, type CheckReport, findingLine, pass, runCheck, warn } from './checks.ts';
import { checkResolver } from './dns-checks.ts';
import {
  BLOCK_LISTS,
  checkBlockList,
  checkHelo,
  checkPort25,
  checkReverseDns,
  probeOutbound,
} from './mail-checks.ts';
import type { Network } from './network.ts';

type OpenNetwork = (servers?: readonly string[]) => Network | Promise<Network>;

interface DoctorOptions {
  readonly blockLists: readonly string[];
}

/** Checks everything that a verification needs. Fails with the code of the first failed check. */
export function doctorWith(openNetwork: OpenNetwork): Action {
  const run = async (invocation: Invocation, { blockLists }: DoctorOptions) => {
    const { context, globals } = invocation;
    const findings: CheckReport[] = [];
    const palette = await paletteFor(context.stdout, context.env);
    for await (const finding of examine(invocation, openNetwork, blockLists)) {
      findings.push(finding);
      if (globals.format === 'json') continue;
      const line = globals.format === 'jsonl' ? jsonLine(finding) : textLine(finding, palette);
      await context.stdout.write(line);
    }
    if (globals.format === 'json') {
      await context.stdout.write(`${safeJson(findings.map(shown), 2)}\n`);
    }
    const failed = findings.find(({ health }) => health === 'fail');
    return failed && EXIT_CODES[failed.code ?? 'config'];
  };
  return withOptions({ parse: ({ flags }) => ({ blockLists: parseBlockLists(flags.dnsbl) }), run });
}

function jsonLine(finding: CheckReport): string {
  return `${safeJson(shown(finding))}\n`;
}

function textLine(finding: CheckReport, palette: Palette): string {
  const { message, hint } = finding;
  const safe = { message: safeLine(message), hint: hint === undefined ? hint : safeLine(hint) };
  return findingLine({ ...finding, ...safe }, palette);
}

function shown({ check, health, message, hint }: CheckReport) {
  return { check, status: health, message, hint: hint ?? null };
}

async function* examine(
  invocation: Invocation,
  openNetwork: OpenNetwork,
  blockLists: readonly string[],
): AsyncGenerator<CheckReport> {
  const { context, globals } = invocation;
  yield await runCheck('node', async () => pass(`version ${process.versions.node}`));
  yield await runCheck('settings', checkSettings(invocation));
  const found = await resolveService(invocation).catch((error: unknown) => error as MailvetError);
  yield await runCheck('key', checkKey(found));
  if (found instanceof MailvetError) return;
  if (found.kind === 'remote') {
    yield await runCheck('service', checkRemote(invocation, found));
    return;
  }
  yield await runCheck('service', checkEmbedded(found));
  const { dns, helo } = readVerifierOptions(globals.verifier, context.env);
  const network = await openNetwork(dns);
  yield* examineNetwork(network, helo ?? network.hostname(), blockLists);
}

async function* examineNetwork(
  network: Network,
  helo: string,
  lists: readonly string[],
): AsyncGenerator<CheckReport> {
  for (const resolver of network.resolvers) {
    yield await runCheck(`dns ${resolver.server}`, checkResolver(network, resolver));
  }
  const wayOut = await probeOutbound(network, helo);
  yield await runCheck('port 25', checkPort25(wayOut));
  yield await runCheck('helo', checkHelo(network, wayOut, helo));
  yield await runCheck('reverse dns', checkReverseDns(network, wayOut, helo));
  for (const list of lists) {
    yield await runCheck(`block list ${list}`, checkBlockList(network, wayOut, list));
  }
}

/** `--no-dnsbl` is false, neither flag is true. */
function parseBlockLists(flag: unknown): readonly string[] {
  if (flag === false) return [];
  if (typeof flag !== 'string') return BLOCK_LISTS;
  return flag.split(',').flatMap((name) => name.trim() || []);
}

function checkSettings(invocation: Invocation): Check {
  return async () => {
    const { path, repaired } = await invocation.config();
    if (repaired.length === 0) return pass(path);
    return warn(`others could read ${repaired.join(' and ')}: repaired`);
  };
}

function checkKey(found: ResolvedService | MailvetError): Check {
  return async () => {
    if (found instanceof MailvetError) throw found;
    if (found.kind === 'embedded') return pass('none is needed: the embedded service works');
    return pass(`${maskKey(found.apiKey.value)} from ${found.apiKey.origin}`);
  };
}

function checkRemote(invocation: Invocation, remote: RemoteService): Check {
  return async () => {
    await using service = await openRemote(invocation, remote);
    const { signal } = invocation.context;
    await service.client.listVerifications({ limit: 1 }, { signal });
    return pass(`${service.client.baseUrl} takes the key`);
  };
}

function checkEmbedded({ database }: EmbeddedService): Check {
  return async () => {
    makePrivateDirectory(dirname(database));
    await access(dirname(database), constants.W_OK).catch((cause: unknown) => {
      throw new MailvetError('config', `${dirname(database)} can't be written`, { cause });
    });
    return pass(`embedded, ${database}`);
  };
}
