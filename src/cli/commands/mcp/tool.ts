import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { safeLine } from '../../../lib/safe-text.ts';
import { directoriesOf } from '../../directories.ts';
import { asMailvetError } from '../../error-report.ts';
import type { Invocation } from '../../invocation.ts';
import { toAgentError } from './hint-text.ts';

/** One call of a tool, as far as the tools need to know it. */
export interface ToolCall {
  /** Aborts when the client cancels the call. */
  readonly signal: AbortSignal;
  /** Reports to the client how far the call has come, where it asked for that. Clients require that `done` grows. */
  readonly report: (progress: Readonly<{ done: number; total: number; message: string }>) => void;
}

/** The longest text in an answer: names of columns and replies of hosts are as long as strangers like. */
const MAX_TEXT = 300;

export function shorten(text: string): string {
  return text.length <= MAX_TEXT ? text : `${text.slice(0, MAX_TEXT)}…`;
}

/** The result, as data, and as the same data in text for clients that know no structured content. */
export function toolResult(value: object): CallToolResult {
  const structuredContent = value as Record<string, unknown>;
  return { content: [{ type: 'text', text: JSON.stringify(value) }], structuredContent };
}

/** An error that the agent can act on: what is wrong, and what to do next, in the words of the tools. */
export function toolError(error: unknown, { context, mask }: Invocation): CallToolResult {
  const known = asMailvetError(error, directoriesOf(context));
  const { code, message, hint } = toAgentError(known);
  const { status } = known;
  const lines = [`${code}: ${message}`, ...(hint === null ? [] : [hint])];
  const text = mask(lines.map(safeLine).join('\n'));
  return {
    content: [{ type: 'text', text }],
    isError: true,
    _meta: { 'mailvet/error': { code, ...(status !== undefined && { status }) } },
  };
}
