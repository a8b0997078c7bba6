import { explainReason } from '../../../../contract/explanations.ts';
import { cellAddresses } from '../../../../formats/read/cell-addresses.ts';
import type { CellAddress } from '../../../../formats/row.ts';
import type { AddressOutcome } from '../../../../formats/write/outcome.ts';
import { RESULT_COLUMNS } from '../../../../formats/write/output.ts';
import { isoOrNull } from '../../../../lib/iso-time.ts';
import { judgingOf } from '../../../invocation.ts';
import { type AddressResult, cellToRecord } from '../../../render/record.ts';
import type { McpSession } from '../session.ts';
import type { ToolCall } from '../tool.ts';

interface VerifyEmailParameters {
  readonly email: string;
  readonly noCache: boolean;
}

/** Verifies one address. What can't be an address is answered without the service. */
export async function verifyEmail(
  session: McpSession,
  { email, noCache }: VerifyEmailParameters,
  { signal }: ToolCall,
): Promise<object> {
  const cell = readAddress(email);
  const answer =
    cell.address === undefined ? {} : await ask(session, cell.address, { noCache, signal });
  const judging = await judgingOf(session.invocation(signal));
  const record = cellToRecord(cell, answer, judging);
  return { ...toFields(record), ...inWords(record) };
}

/** The fields of a result; null for what is not known. */
export function toFields(record: AddressOutcome): Record<string, unknown> {
  return Object.fromEntries(RESULT_COLUMNS.map((name) => [name, record[name] ?? null]));
}

/** What the agent named as an address, as a cell of a list is read. */
export function readAddress(text: string): CellAddress {
  const [cell] = cellAddresses(text, false);
  return cell ?? { raw: text, address: undefined, problem: 'syntax' };
}

async function ask(
  session: McpSession,
  address: string,
  options: { readonly noCache: boolean; readonly signal: AbortSignal },
): Promise<AddressResult> {
  const { opened } = await session.service();
  return { verification: await opened.client.verify(address, options) };
}

/** The reason in words, and what to do. */
export function inWords({ reason, detail, retryAfter }: AddressOutcome) {
  const { meaning, advice } = reason === 'empty' ? NO_ADDRESS : explainReason(reason, detail);
  return {
    meaning,
    advice,
    retryAfter: isoOrNull(retryAfter),
  };
}

const NO_ADDRESS = { meaning: 'there is no address', advice: null };
