import { explainReason } from '../../../../contract/explanations.ts';
import { cellAddress } from '../../../../formats/read/cell-addresses.ts';
import type { AddressOutcome } from '../../../../formats/write/outcome.ts';
import { RESULT_COLUMNS } from '../../../../formats/write/output.ts';
import { isoOrNull } from '../../../../lib/iso-time.ts';
import type { EmbeddedService } from '../../../connect/resolve.ts';
import { type Invocation, judgingOf } from '../../../invocation.ts';
import { explanationLines } from '../../../render/explanation.ts';
import { cellToRecord } from '../../../render/record.ts';
import { explainCell } from '../../verify/explain.ts';
import type { VerifyEmailParameters } from '../schemas.ts';
import type { McpSession } from '../session.ts';
import { shorten, type ToolCall } from '../tool.ts';

/** Verifies one address. What can't be an address is answered without the service, unless that is to be explained. */
export async function verifyEmail(
  session: McpSession,
  { email, noCache, explain }: VerifyEmailParameters,
  { signal }: ToolCall,
): Promise<object> {
  const invocation = session.invocation(signal);
  if (explain) {
    const { resolved } = await session.service();
    if (resolved.kind === 'embedded') return await explainHere(invocation, resolved, email);
  }
  const cell = cellAddress(email);
  const { address } = cell;
  const verification =
    address === undefined
      ? undefined
      : await (await session.service()).opened.client.verify(address, { noCache, signal });
  const answer = verification === undefined ? {} : { verification };
  const record = cellToRecord(cell, answer, await judgingOf(invocation));
  const evidence = explain ? toEvidence(verification?.detail?.provider, record) : NO_EVIDENCE;
  return { ...toFields(record), ...evidence, dialogue: null };
}

/** The embedded service's engine verifies the address again, stores nothing, and has the whole dialogue. */
async function explainHere(
  invocation: Invocation,
  service: EmbeddedService,
  email: string,
): Promise<object> {
  const { record, explanation } = await explainCell(invocation, service, {
    cell: cellAddress(email),
  });
  const { reason, evidence } = explanation.finding;
  const now = invocation.context.clock.now();
  const lines = await explanationLines({ record, explanation, now });
  const dialogue = lines.slice(0, MAX_LINES).map(shorten);
  return {
    ...toFields({ ...record, detail: reason }),
    ...toEvidence(evidence.provider, record),
    dialogue,
  };
}

/** Of a dialogue. A domain may name any number of hosts. */
const MAX_LINES = 100;

const NO_EVIDENCE = { provider: null, mailHost: null, reply: null };

function toEvidence(provider: string | undefined, { mxHost, reply }: AddressOutcome): object {
  return {
    provider: provider ?? null,
    mailHost: mxHost ?? null,
    reply: reply === undefined ? null : shorten(reply),
  };
}

/** The fields of a result, its reason in words, and what to do; null for what is not known. */
function toFields(record: AddressOutcome): object {
  const { reason, detail, retryAfter } = record;
  const { meaning, advice } = reason === 'empty' ? NO_ADDRESS : explainReason(reason, detail);
  return {
    ...Object.fromEntries(RESULT_COLUMNS.map((name) => [name, record[name] ?? null])),
    ...{ meaning, advice, retryAfter: isoOrNull(retryAfter) },
  };
}

const NO_ADDRESS = { meaning: 'there is no address', advice: null };
