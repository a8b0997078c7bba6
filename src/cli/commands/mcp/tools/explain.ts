import type { Reply } from '../../../../contract/decode-evidence.ts';
import type { EmbeddedService } from '../../../connect/resolve.ts';
import type { Invocation } from '../../../invocation.ts';
import { judgingOf } from '../../../invocation.ts';
import { explanationLines } from '../../../render/explanation.ts';
import { cellToRecord } from '../../../render/record.ts';
import type { McpSession } from '../session.ts';
import type { ToolCall } from '../tool.ts';
import { inWords, readAddress, toFields } from './verify-email.ts';

/**
 * Why an address has its verdict. The embedded service verifies it anew with its engine alone, which
 * stores nothing and costs nothing, and gives the whole dialogue; a remote one is asked for the
 * result with its evidence.
 */
export async function explain(
  session: McpSession,
  { email }: { readonly email: string },
  { signal }: ToolCall,
): Promise<object> {
  const invocation = session.invocation(signal);
  const { resolved } = await session.service();
  return resolved.kind === 'embedded'
    ? await explainHere(invocation, resolved, email)
    : await explainRemote(session, email, signal);
}

async function explainHere(
  invocation: Invocation,
  service: EmbeddedService,
  email: string,
): Promise<object> {
  const cell = readAddress(email);
  const { tellEmbedded } = await import('../../../connect/embedded.ts');
  const { story } = await tellEmbedded(invocation, service, cell.address ?? email);
  const { evidence, decided: _, reason, ...verification } = story.finding;
  const answer = { verification: { ...verification, detail: { reason } } };
  const record = cellToRecord(cell, answer, await judgingOf(invocation));
  const detailed = { ...record, detail: reason };
  const now = invocation.context.clock.now();
  return {
    ...shown({ ...toFields(record), detail: reason, ...inWords(detailed) }),
    provider: evidence.provider ?? null,
    mailHost: evidence.mxHost ?? null,
    reply: replyText(evidence.reply),
    dialogue: await explanationLines({
      record,
      explanation: story,
      now,
      say: (english) => english,
    }),
  };
}

async function explainRemote(
  session: McpSession,
  email: string,
  signal: AbortSignal,
): Promise<object> {
  const cell = readAddress(email);
  const { opened } = await session.service();
  const verification =
    cell.address === undefined ? undefined : await opened.client.verify(cell.address, { signal });
  const judging = await judgingOf(session.invocation(signal));
  const record = cellToRecord(cell, { verification }, judging);
  const { provider, mxHost, reply } = verification?.detail ?? {};
  return {
    ...shown({ ...toFields(record), ...inWords(record) }),
    provider: provider ?? null,
    mailHost: mxHost ?? null,
    reply: replyText(reply),
    dialogue: null,
  };
}

const SHOWN = ['email', 'verdict', 'reason', 'detail', 'meaning', 'advice', 'suggestion', 'score'];

function shown(fields: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries([...SHOWN, 'retryAfter'].map((name) => [name, fields[name]]));
}

function replyText(reply: Reply | undefined): string | null {
  if (!reply) return null;
  return [reply.code, reply.enhanced, reply.text].filter(Boolean).join(' ');
}
