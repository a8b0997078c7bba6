import { once } from 'node:events';
import { realpath } from 'node:fs/promises';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { MailvetError } from '../../../errors.ts';
import type { Context } from '../../context.ts';
import type { Invocation } from '../../invocation.ts';
import type { McpOptions } from './options.ts';
import { createMcpServer } from './server.ts';
import { McpSession } from './session.ts';

/** Serves the tools until the client closes stdin, or a signal: both are its normal end. */
export async function runMcp(invocation: Invocation, { roots }: McpOptions): Promise<undefined> {
  const { context } = invocation;
  const { cwd, stdin, stdout } = context;
  await using session = new McpSession(invocation);
  const server = createMcpServer(session, { roots, cwd: await realpath(cwd) });
  const ended = untilGone(context);
  const closed = new Promise<'closed'>((resolve) => {
    server.server.onclose = () => resolve('closed');
  });
  const limits = { maxBufferSize: MAX_MESSAGE_BYTES };
  await server.connect(new StdioServerTransport(stdin.stream, stdout.stream, limits));
  // The transport closes itself for one reason only.
  if ((await Promise.race([ended, closed])) === 'closed') throw messageTooLong();
  await server.close();
}

/** The longest message names some files; an endless one must not fill the memory. */
const MAX_MESSAGE_BYTES = 1_000_000;

function messageTooLong(): MailvetError {
  return new MailvetError('input', 'A message on stdin is longer than 1 MB', {
    hint: 'mailvet mcp reads the messages of an MCP client, one a line. Lists are files: verify_list names them',
  });
}

/** Resolves when the client has gone, or a signal arrived. */
async function untilGone({ stdin, stdout, signal }: Context): Promise<void> {
  if (signal.aborted) return;
  const over = new AbortController();
  const events = [
    once(signal, 'abort', { signal: over.signal }),
    once(stdin.stream, 'end', { signal: over.signal }),
    once(stdin.stream, 'close', { signal: over.signal }),
    once(stdout.stream, 'close', { signal: over.signal }),
  ];
  // An error of a stream is its end, too.
  await Promise.race(events.map((event) => event.catch(() => {})));
  over.abort();
}
