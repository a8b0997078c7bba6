import { fitOutcome } from '../../contract/outcomes.ts';
import { OutcomeOnWireSchema } from '../../contract/requests.ts';
import type { LearnOutcomesResponse } from '../../contract/schemas.ts';
import { originFinder, toSource } from '../../lib/client-origin.ts';
import { isObject } from '../../lib/json.ts';
import { LoopTurn } from '../../lib/loop-turn.ts';
import { entriesOf, readReported } from '../../outcomes/events/read-value.ts';
import type { LearnedOutcome } from '../../service/outcomes/learn-outcomes.ts';
import {
  findProviderAddress,
  learnReported,
  onlyOnce,
} from '../../service/outcomes/provider-reports.ts';
import type { ProviderAddress, ProviderName } from '../../service/outcomes/records.ts';
import { obeyRateLimit } from '../answer.ts';
import type { HttpDeps, RequestContext } from '../environment.ts';
import { HttpError } from '../http-error.ts';
import { parseJson, readRawBody } from '../read-request.ts';
import {
  isSignedByMailgun,
  isSignedBySendGrid,
  mailgunToken,
  type ProviderMessage,
  type SnsMessages,
} from './signatures.ts';

interface ReportDeps extends HttpDeps {
  readonly sns: SnsMessages;
}

/** Takes what a provider reports: finds the team by the token, checks the signature, and stores what there is of it. */
export async function receiveReport(
  c: RequestContext,
  deps: ReportDeps,
  provider: ProviderName,
): Promise<LearnOutcomesResponse> {
  const address = await findAddress(c, deps, provider);
  c.set('teamId', address.teamId);
  obeyRateLimit(c, deps, address.teamId);
  const bytes = await readRawBody(c);
  const message = { bytes, value: parseJson(bytes), header: (name: string) => c.req.header(name) };
  await requireSignature(deps, address, message);
  if (await isConfirmation(deps, message.value)) return { stored: 0, known: 0 };
  const learn = async () =>
    await learnReported(deps.service, address, await outcomesOf(message.value, provider));
  if (provider !== 'mailgun') return { ...(await learn()) };
  const used = await onlyOnce(deps.service, address, mailgunToken(message), learn);
  if (used === undefined) throw new HttpError(403, 'The signature was used before');
  return { ...used };
}

async function findAddress(
  c: RequestContext,
  deps: ReportDeps,
  provider: ProviderName,
): Promise<ProviderAddress> {
  const token = c.req.query('token') ?? basicPassword(c.req.header('Authorization'));
  const address = token && (await findProviderAddress(deps.service, provider, token));
  if (address) return address;
  obeyRateLimit(c, deps, `stranger ${sourceOf(c, deps)}`);
  const message = 'This address has no valid token: copy it again from Settings';
  throw new HttpError(401, message, { 'WWW-Authenticate': 'Basic realm="mailvet"' });
}

/** Where requests without a valid token are counted. */
function sourceOf(c: RequestContext, { findOrigin = originFinder([]) }: ReportDeps): string {
  const peer = c.env?.incoming?.socket?.remoteAddress;
  return toSource(findOrigin({ peer, header: (name) => c.req.header(name) }).address);
}

/** Postmark can send the token as a password. */
function basicPassword(header: string | undefined): string | undefined {
  const [, encoded] = /^Basic\s+([\w+/=-]+)$/i.exec(header ?? '') ?? [];
  const [, password] = /^[^:]*:(.*)$/s.exec(Buffer.from(encoded ?? '', 'base64').toString()) ?? [];
  return password;
}

async function requireSignature(
  deps: ReportDeps,
  { provider, signingKey }: ProviderAddress,
  message: ProviderMessage,
): Promise<void> {
  const check = CHECKS[provider];
  if (check === undefined) return;
  if (provider !== 'ses' && signingKey === null) {
    throw new HttpError(403, 'No signing key is known: paste it under Settings');
  }
  if (await check(message, signingKey ?? '', deps)) return;
  throw new HttpError(403, 'The signature is wrong');
}

type SignatureCheck = (
  message: ProviderMessage,
  key: string,
  deps: ReportDeps,
) => boolean | Promise<boolean>;

/** Postmark signs nothing: the token of the address is its secret. */
const CHECKS: Readonly<Record<ProviderName, SignatureCheck | undefined>> = {
  ses: async ({ value }, _, deps) =>
    isObject(value) && (await reached(() => deps.sns.isGenuine(value))),
  sendgrid: isSignedBySendGrid,
  mailgun: (message, key, { service }) =>
    isSignedByMailgun(message, { key, now: service.clock.now() }),
  postmark: undefined,
};

/** Amazon sends it again later. */
async function reached(ask: () => Promise<boolean>): Promise<boolean> {
  try {
    return await ask();
  } catch {
    throw new HttpError(503, 'Amazon SNS could not be reached', { 'Retry-After': '60' });
  }
}

/** SNS sends nothing else before its request to confirm a subscription was answered. */
async function isConfirmation(deps: ReportDeps, value: unknown): Promise<boolean> {
  if (!isObject(value) || value.Type !== 'SubscriptionConfirmation') return false;
  await reached(() => deps.sns.confirm(value));
  return true;
}

/** What is of no known form, or does not fit the interface, is left out: providers report more than what became of mail. */
async function outcomesOf(value: unknown, provider: ProviderName): Promise<LearnedOutcome[]> {
  const turn = new LoopTurn();
  const found: LearnedOutcome[] = [];
  for (const entry of entriesOf(value) ?? [value]) {
    await turn.pauseIfDue();
    const read = readReported(entry);
    for (const { email, ...observed } of 'outcomes' in read ? read.outcomes : []) {
      if (email === null) continue;
      const outcome = fitOutcome({ ...observed, email, source: provider });
      if (OutcomeOnWireSchema.safeParse(outcome).success) found.push(outcome);
    }
  }
  return found;
}
