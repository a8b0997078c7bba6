import type { VerificationDetail } from '../../../contract/decode.ts';
import { findDetailReason } from '../../../contract/detail-reasons.ts';
import { explainReason } from '../../../contract/explanations.ts';
import { BOUNCED, type Verdict } from '../../../contract/verdict.ts';
import { MailvetError } from '../../../errors.ts';
import { cellAddress } from '../../../formats/read/cell-addresses.ts';
import type { CellAddress } from '../../../formats/row.ts';
import { disposableListOf } from '../../../formats/write/disposable-list.ts';
import type { AddressOutcome } from '../../../formats/write/outcome.ts';
import { isoDay, isoTime } from '../../../lib/iso-time.ts';
import { safeJson, safeLine } from '../../../lib/safe-text.ts';
import type { Evidence, Result } from '../../../result/result.ts';
import type { AddressStory } from '../../connect/embedded.ts';
import { type EmbeddedService, resolveService } from '../../connect/resolve.ts';
import { type Invocation, judgingOf } from '../../invocation.ts';
import { printLines } from '../../io/print-lines.ts';
import { explanationLines } from '../../render/explanation.ts';
import { cellToRecord } from '../../render/record.ts';
import { redactStory } from '../../render/redact-story.ts';
import { toJson } from '../../render/results.ts';
import { refuseFiles, severalInOne } from './check-arguments.ts';
import type { VerifyOptions } from './options.ts';

/** Shows how the result of one address comes about, with the whole SMTP dialogue. */
export async function runExplain(
  invocation: Invocation,
  { addresses, ...flags }: VerifyOptions,
): Promise<undefined> {
  await refuseFiles(invocation, addresses);
  const service = await resolveService(invocation);
  if (service.kind === 'remote') throw notRemote();
  const { format, redact } = invocation.globals;
  if (format === 'csv') throw new MailvetError('usage', '--explain is text or JSON, not CSV');
  const [text = ''] = addresses;
  const cell = cellAddress(text);
  if (cell.problem === 'several_addresses') throw severalInOne(text);
  const { known, ...full } = await explainCell(invocation, service, { cell, flags });
  if (known.reason === BOUNCED)
    await invocation.notice(bounceNotice(known.evidence, full.record.verdict));
  const { record, explanation } = redact ? redactStory(full) : full;
  const { reason } = full.explanation.finding;
  if (format === 'json' || format === 'jsonl') {
    const json = { ...toJson(record), detail: reason, explanation: toStory(record, explanation) };
    const indent = format === 'json' ? 2 : undefined;
    await invocation.context.stdout.write(`${safeJson(json, indent)}\n`);
    return undefined;
  }
  const now = invocation.context.clock.now();
  const lines = await explanationLines({ record, explanation, now });
  await printLines(invocation.context.stdout, lines);
  return undefined;
}

interface CellToExplain {
  readonly cell: CellAddress;
  readonly flags?: Parameters<typeof judgingOf>[1];
}

interface ExplainedCell {
  readonly record: AddressOutcome;
  readonly explanation: AddressStory;
  readonly known: Result;
}

/** The engine of the embedded service verifies the address again, and has the whole dialogue. */
export async function explainCell(
  invocation: Invocation,
  service: EmbeddedService,
  { cell, flags }: CellToExplain,
): Promise<ExplainedCell> {
  const { tellEmbedded } = await import('../../connect/embedded.ts');
  const { address = cell.raw } = cell;
  const { story, result: known } = await tellEmbedded(invocation, service, address);
  const { evidence, decided: _, reason, ...verification } = story.finding;
  const { provider, mxHost, reply } = evidence;
  const detail: VerificationDetail = {
    ...{ reason, provider, mxHost, reply },
    ...(known.evidence.domainOutcomes && { domainOutcomes: known.evidence.domainOutcomes }),
  };
  const judging = await judgingOf(invocation, flags);
  const record = cellToRecord(cell, { verification: { ...verification, detail } }, judging);
  return { record, explanation: story, known };
}

/** Nobody was asked: what became of mail decides. A policy may judge it otherwise. */
function bounceNotice({ outcome, reply }: Evidence, verdict: Verdict = 'undeliverable'): string {
  const when = outcome?.at ? ` on ${isoDay(outcome.at)}` : '';
  const words = reply ? `: ${safeLine(reply.text || String(reply.code))}` : '';
  return `Mail to it bounced${when}${words}. mailvet verify therefore says ${verdict} (bounced)`;
}

function toStory(
  record: AddressOutcome,
  { finding: { evidence, reason }, events, isSandbox }: AddressStory,
): object {
  const { provider = null, mxHost = null, egress = null, reply = null, rule = null } = evidence;
  const { attempts, free, retryAfter } = evidence;
  const { domainOutcomes } = record;
  const listed = disposableListOf(record);
  const meaning = findDetailReason(reason)?.meaning ?? null;
  const advice = record.reason === 'empty' ? null : explainReason(record.reason, reason).advice;
  const evidenceFields = {
    provider,
    mxHost,
    egress,
    free,
    ...(listed && { disposableList: listed }),
    reply,
    rule,
    attempts,
    retryAfterMs: retryAfter ?? null,
    domainOutcomes: domainOutcomes
      ? { ...domainOutcomes, since: isoTime(domainOutcomes.since) }
      : null,
  };
  return { reason, meaning, advice, sandbox: isSandbox, ...evidenceFields, events };
}

function notRemote(): MailvetError {
  return new MailvetError(
    'usage',
    '--explain needs the embedded service: only its engine is here',
    {
      hint: 'Run it without key and base URL, or on the machine of the service; results of a mailvet service carry their reason as detail',
    },
  );
}
