import { once } from 'node:events';
import { realpath, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { MailvetError } from '../../../errors.ts';
import type { Context } from '../../context.ts';
import type { CommandLine, Invocation } from '../../invocation.ts';
import { createMcpServer } from './server.ts';
import { McpSession } from './session.ts';

/** The options of `mailvet mcp`, beside the flags that every command takes. */
interface McpOptions {
  /** Real paths, found once: a link that replaces a root later opens nothing. None: the client's roots, else the working directory. */
  readonly roots: readonly string[];
}

/** Refuses what can't go with a server whose stdin and stdout carry the protocol. */
export async function parseMcpOptions({ flags, context }: CommandLine): Promise<McpOptions> {
  if (flags.apiKeyFile === '-') {
    throw new MailvetError('usage', 'stdin holds the protocol: it can not hold the API key', {
      hint: 'Set MAILVET_API_KEY in the configuration of the client, or use mailvet login',
    });
  }
  if (flags.timeout !== undefined) {
    throw new MailvetError(
      'usage',
      '--timeout does not go with mcp, which runs until it is stopped',
      {
        hint: 'The tools that wait take waitSeconds',
      },
    );
  }
  const given = Array.isArray(flags.root) ? (flags.root as readonly string[]) : [];
  const roots = given.map((root) => findDirectory(resolve(context.cwd, root)));
  return { roots: await Promise.all(roots) };
}

async function findDirectory(path: string): Promise<string> {
  const found = await stat(path).catch(() => undefined);
  if (found?.isDirectory()) return await realpath(path);
  throw new MailvetError('input', `--root ${path} is no directory`);
}

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
