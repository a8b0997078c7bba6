import { access, constants } from 'node:fs/promises';
import { dirname } from 'node:path';
import { MailvetError } from '../../../lib/errors.ts';
import { safeJson, safeLine } from '../../../lib/safe-text.ts';
import { BLOCK_LISTS } from '../../../settings/block-lists.ts';
import { flagSource } from '../../../settings/read.ts';
import type { VerifierOptions } from '../../../settings/verifier.ts';
import { accountText, leftOf } from '../../connect/account.ts';
import { openRemote } from '../../connect/open.ts';
import {
  type EmbeddedService,
  maskKey,
  type RemoteService,
  type ResolvedService,
  resolveService,
} from '../../connect/resolve.ts';
import { makePrivateDirectory } from '../../directories.ts';
import { EXIT_CODES } from '../../exit-codes.ts';
import type { Action, CommandLine, Invocation } from '../../invocation.ts';
import { type Palette, paletteFor } from '../../io/terminal.ts';
import { readVerifierOptions } from '../../options/global.ts';
import { printLines } from '../../render/wrap.ts';
import { readConfigFile, serviceConfigPath } from '../serve/settings.ts';
import {
  type CheckReport,
  checkBlockList,
  checkHelo,
  checkPort25,
  checkResolver,
  checkReverseDns,
  type DoctorCheck,
  examineEgresses,
  findingLine,
  HELO_FLAG,
  pass,
  probeOutbound,
  runCheck,
  warn,
} from './checks.ts';
import { type DoctorEgress, type Network, realEgresses, realNetwork } from './network.ts';

/** What the machine is checked with. */
interface Surroundings {
  openNetwork(options: VerifierOptions): Network | Promise<Network>;
  openEgresses(options: VerifierOptions): Promise<readonly DoctorEgress[]>;
}

interface BlockLists {
  readonly blockLists: readonly string[];
}

/** Checks everything that a verification needs. Fails with the code of the first failed check. */
function doctorWith(surroundings: Surroundings): Action {
  return async (invocation, line) => {
    const { context, globals } = invocation;
    const blockLists = parseBlockLists(line.flags.dnsbl);
    const findings: CheckReport[] = [];
    const palette = await paletteFor(context.stdout, context.env);
    for await (const finding of examine(invocation, line, { ...surroundings, blockLists })) {
      findings.push(finding);
      if (globals.format === 'json') continue;
      if (globals.format === 'jsonl') await context.stdout.write(jsonLine(finding));
      else await printLines(context.stdout, textLines(finding, palette));
    }
    if (globals.format === 'json') {
      await context.stdout.write(`${safeJson(findings.map(shown), 2)}\n`);
    }
    if (findings.some(isClosed)) await invocation.notice(NO_WAY_OUT);
    const failed = findings.find(({ health }) => health === 'fail');
    return failed && EXIT_CODES[failed.code ?? 'config'];
  };
}

/** Whether this machine can ask no mail host, and has no other egress. */
function isClosed({ check, egress, health }: CheckReport): boolean {
  return check === 'port 25' && egress === undefined && health !== 'pass';
}

const NO_WAY_OUT =
  'Mailboxes can not be verified from this machine. Run mailvet serve where port 25 is open, and point to it with: mailvet login --base-url <url>';

function jsonLine(finding: CheckReport): string {
  return `${safeJson(shown(finding))}\n`;
}

function textLines(finding: CheckReport, palette: Palette): readonly string[] {
  const { message, hint } = finding;
  const said = { message: safeLine(message), hint: hint === undefined ? hint : safeLine(hint) };
  return findingLine({ ...finding, ...said }, palette)
    .trimEnd()
    .split('\n');
}

function shown({ check, egress, health, message, hint }: CheckReport) {
  const about = egress === undefined ? {} : { egress };
  return { check, ...about, status: health, message, hint: hint ?? null };
}

async function* examine(
  invocation: Invocation,
  line: CommandLine,
  tools: Surroundings & BlockLists,
): AsyncGenerator<CheckReport> {
  // With --config the machine is checked for a service with that file.
  const config = serviceConfigPath(line.flags, line.context);
  yield await runCheck('node', async () => pass(`version ${process.versions.node}`));
  yield await runCheck('settings', checkSettings(invocation));
  if (config === undefined) {
    const found = await resolveService(invocation).catch((error: unknown) => error as MailvetError);
    yield await runCheck('key', checkKey(found));
    if (found instanceof MailvetError) return;
    if (found.kind === 'remote') {
      yield await runCheck('service', checkRemote(invocation, found));
      return;
    }
    yield await runCheck('service', checkEmbedded(found));
  }
  yield* examineVerifier(line, config, tools);
}

/** The network as the verifier uses it; only its settings where these can't be used. */
async function* examineVerifier(
  line: CommandLine,
  config: string | undefined,
  { openNetwork, openEgresses, blockLists }: Surroundings & BlockLists,
): AsyncGenerator<CheckReport> {
  let found: { settings: VerifierOptions; egresses: readonly DoctorEgress[] } | undefined;
  const report = await runCheck('verifier settings', async () => {
    const settings = await readConfiguredVerifier(line);
    found = { settings, egresses: await openEgresses(settings) };
    const { length } = found.egresses;
    const egresses = length === 0 ? 'no egress is set up' : `${length} ${plural(length)}`;
    return pass(config === undefined ? egresses : `${config}, ${egresses}`);
  });
  if (config !== undefined || report.health === 'fail' || found?.egresses.length) yield report;
  if (!found) return;
  const { settings, egresses } = found;
  const network = await openNetwork(settings);
  const helo = settings.helo ?? network.hostname();
  yield* examineNetwork(network, helo, blockLists, egresses);
}

function plural(number: number): string {
  return number === 1 ? 'egress' : 'egresses';
}

/** `--no-dnsbl` is false, neither flag is true. */
function parseBlockLists(flag: unknown): readonly string[] {
  if (flag === false) return [];
  if (typeof flag !== 'string') return BLOCK_LISTS;
  return flag.split(',').flatMap((name) => name.trim() || []);
}

function checkSettings(invocation: Invocation): DoctorCheck {
  return async () => {
    const { path, repaired } = await invocation.config();
    if (repaired.length === 0) return pass(path);
    return warn(`others could read ${repaired.join(' and ')}: repaired`);
  };
}

function checkKey(found: ResolvedService | MailvetError): DoctorCheck {
  return async () => {
    if (found instanceof MailvetError) throw found;
    if (found.kind === 'embedded') return pass('none is needed: the embedded service works');
    return pass(`${maskKey(found.apiKey.value)} from ${found.apiKey.origin}`);
  };
}

const NOTHING_LEFT = 'Nothing is verified until then: raise the plan, or wait';

function checkRemote(invocation: Invocation, remote: RemoteService): DoctorCheck {
  return async () => {
    await using service = await openRemote(invocation, remote);
    const { signal } = invocation.context;
    await service.client.listVerifications({ limit: 1 }, { signal });
    const account = await service.client.getAccount({ signal });
    const plan = account ? `; ${accountText(account)}` : '';
    const message = `${service.client.baseUrl} takes the key${plan}`;
    return account && leftOf(account) === 0 ? warn(message, NOTHING_LEFT) : pass(message);
  };
}

function checkEmbedded({ database }: EmbeddedService): DoctorCheck {
  return async () => {
    makePrivateDirectory(dirname(database));
    await access(dirname(database), constants.W_OK).catch((cause: unknown) => {
      throw new MailvetError('config', `${dirname(database)} can't be written`, { cause });
    });
    return pass(`embedded, ${database}`);
  };
}

/**
 * The verifier's settings from flags, environment and the config file of `--config`.
 *
 * @throws MailvetError `config` for a file that can't be read and for a setting that can't be used.
 */
async function readConfiguredVerifier({ flags, context }: CommandLine): Promise<VerifierOptions> {
  const file = await readConfigFile(flags, context);
  return readVerifierOptions(flagSource(flags), context.env, file);
}

/** Name servers, and the way to mail hosts: that of the machine, or of each egress. */
async function* examineNetwork(
  network: Network,
  helo: string,
  blockLists: readonly string[],
  egresses: readonly DoctorEgress[],
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

export const runDoctor = doctorWith({ openNetwork: realNetwork, openEgresses: realEgresses });
