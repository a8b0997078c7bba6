import { explainReason } from '../../../../contract/explanations.ts';
import { cellAddresses } from '../../../../formats/read/cell-addresses.ts';
import type { CellAddress } from '../../../../formats/row.ts';
import type { AddressOutcome } from '../../../../formats/write/outcome.ts';
import { RESULT_COLUMNS } from '../../../../formats/write/output.ts';
import { isoOrNull } from '../../../../lib/iso-time.ts';
import type { EmbeddedService } from '../../../connect/resolve.ts';
import { judgingOf } from '../../../invocation.ts';
import { explanationLines } from '../../../render/explanation.ts';
import { cellToRecord } from '../../../render/record.ts';
import type { McpSession } from '../session.ts';
import { shorten, type ToolCall } from '../tool.ts';

interface VerifyEmailParameters {
  readonly email: string;
  readonly noCache: boolean;
  readonly explain: boolean;
}

/** Verifies one address. What can't be an address is answered without the service, unless that is to be explained. */
export async function verifyEmail(
  session: McpSession,
  { email, noCache, explain }: VerifyEmailParameters,
  { signal }: ToolCall,
): Promise<object> {
  const [cell = { raw: email, address: undefined, problem: 'syntax' as const }] = cellAddresses(
    email,
    false,
  );
  if (explain) {
    const { resolved } = await session.service();
    if (resolved.kind === 'embedded') return await explainHere(session, resolved, { cell, signal });
  }
  const { address } = cell;
  const ask = async () =>
    address && (await (await session.service()).opened.client.verify(address, { noCache, signal }));
  const verification = (await ask()) || undefined;
  const judging = await judgingOf(session.invocation(signal));
  const answer = verification === undefined ? {} : { verification };
  const { provider, mxHost, reply } = (explain && verification?.detail) || {};
  return {
    ...toFields(cellToRecord(cell, answer, judging)),
    ...{ provider: provider ?? null, mailHost: mxHost ?? null, reply: replyText(reply) },
    dialogue: null,
  };
}

/** The embedded service's engine verifies the address again, stores nothing, and has the whole dialogue. */
async function explainHere(
  session: McpSession,
  service: EmbeddedService,
  { cell, signal }: { readonly cell: CellAddress; readonly signal: AbortSignal },
): Promise<object> {
  const invocation = session.invocation(signal);
  const { tellEmbedded } = await import('../../../connect/embedded.ts');
  const { story } = await tellEmbedded(invocation, service, cell.address ?? cell.raw);
  const { evidence, decided: _, reason, ...verification } = story.finding;
  const answer = { verification: { ...verification, detail: { reason } } };
  const record = cellToRecord(cell, answer, await judgingOf(invocation));
  const now = invocation.context.clock.now();
  const say = (english: string) => english;
  const lines = await explanationLines({ record, explanation: story, now, say });
  return {
    ...toFields({ ...record, detail: reason }),
    provider: evidence.provider ?? null,
    mailHost: evidence.mxHost ?? null,
    reply: replyText(evidence.reply),
    dialogue: lines.slice(0, MAX_LINES).map(shorten),
  };
}

/** Of a dialogue. A domain may name any number of hosts. */
const MAX_LINES = 100;

/** The fields of a result, its reason in words, and what to do; null for what is not known. */
function toFields(record: AddressOutcome): Record<string, unknown> {
  const { reason, detail, retryAfter } = record;
  const { meaning, advice } = reason === 'empty' ? NO_ADDRESS : explainReason(reason, detail);
  return {
    ...Object.fromEntries(RESULT_COLUMNS.map((name) => [name, record[name] ?? null])),
    ...{ meaning, advice, retryAfter: isoOrNull(retryAfter) },
  };
}

const NO_ADDRESS = { meaning: 'there is no address', advice: null };

interface ReplyParts {
  readonly code: number;
  readonly enhanced?: string | null | undefined;
  readonly text: string;
}

function replyText(reply: ReplyParts | undefined): string | null {
  if (!reply) return null;
  return shorten([reply.code, reply.enhanced, reply.text].filter(Boolean).join(' '));
}
