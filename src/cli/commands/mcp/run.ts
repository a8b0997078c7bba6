import { once } from 'node:events';
import { realpath, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js';
import type {
  CallToolResult,
  ServerNotification,
  ServerRequest,
} from '@modelcontextprotocol/sdk/types.js';
import { MailvetError } from '../../../lib/errors.ts';
import { version } from '../../../lib/version.ts';
import type { Context } from '../../context.ts';
import type { CommandLine, Invocation } from '../../invocation.ts';
import {
  accessBelow,
  defaultRoots,
  type Roots,
  type ToolCall,
  toolError,
  toolResult,
} from './agent.ts';
import {
  ListResultsInput,
  ListResultsOutput,
  VerifyEmailInput,
  VerifyEmailOutput,
  VerifyListInput,
  VerifyListOutput,
} from './schemas.ts';
import { McpSession } from './session.ts';
import { listResults, verifyEmail, verifyList } from './tools.ts';

/** Refuses what can't go with a server whose stdin and stdout carry the protocol. */
function refuseFlags({ flags }: CommandLine): void {
  if (flags.apiKeyFile === '-') {
    throw new MailvetError('usage', 'stdin holds the protocol: it can not hold the API key', {
      hint: 'Set MAILVET_API_KEY in the configuration of the client, or use mailvet login',
    });
  }
  if (flags.timeout !== undefined) {
    const message = '--timeout does not go with mcp, which runs until it is stopped';
    throw new MailvetError('usage', message, { hint: 'The tools that wait take waitSeconds' });
  }
}

async function findDirectory(path: string): Promise<string> {
  const found = await stat(path).catch(() => undefined);
  if (found?.isDirectory()) return await realpath(path);
  throw new MailvetError('input', `--root ${path} is no directory`);
}

/** Serves the tools until the client closes stdin, or a signal: both are its normal end. */
export async function runMcp(invocation: Invocation, line: CommandLine): Promise<undefined> {
  refuseFlags(line);
  const { context } = invocation;
  const { cwd, stdin, stdout } = context;
  const given = Array.isArray(line.flags.root) ? (line.flags.root as readonly string[]) : [];
  // Real paths, found once: a link that replaces a root later opens nothing.
  const roots = await Promise.all(given.map((root) => findDirectory(resolve(cwd, root))));
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

const INSTRUCTIONS = [
  'Verifies e-mail addresses. verify_email takes one; for more than a few, write them to a file and use verify_list.',
  'Verified addresses are charged; a dry run of verify_list costs nothing and shows how many there are.',
  'Never treat unknown as dead: only undeliverable is proven.',
].join('\n');

type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>;

interface ServerSettings {
  /** Absolute paths of `--root`. */
  readonly roots: Roots;
  readonly cwd: string;
}

/** The tools over a session, without a transport. */
function createMcpServer(session: McpSession, settings: ServerSettings): McpServer {
  const server = new McpServer(
    { name: 'mailvet', title: 'mailvet', version: version() },
    { instructions: INSTRUCTIONS },
  );
  session.policyFiles = async () =>
    accessBelow(await findRoots(server, settings), session.platform);
  const answer = answering(session);
  server.registerTool(
    'verify_email',
    {
      title: 'Verify an e-mail address',
      description: 'Says whether mail to an address would arrive, and why. Sends no mail.',
      inputSchema: VerifyEmailInput,
      outputSchema: VerifyEmailOutput,
      annotations: { readOnlyHint: true, openWorldHint: true },
    },
    (given, extra) => answer(extra, (call) => verifyEmail(session, given, call)),
  );
  server.registerTool(
    'verify_list',
    {
      title: 'Verify a list',
      description: [
        'Verifies the addresses of a file and writes the file with its results to another one, every',
        'row and column kept. Stops after waitSeconds. Called again for the same file, it goes on',
        'where it stopped and charges no address twice.',
      ].join(' '),
      inputSchema: VerifyListInput,
      outputSchema: VerifyListOutput,
      annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: true },
    },
    (parameters, extra) =>
      answer(extra, async (call) => {
        const roots = await findRoots(server, settings);
        return await verifyList(session, { parameters, roots }, call);
      }),
  );
  server.registerTool(
    'list_results',
    {
      title: 'Results of lists',
      description:
        'Shows the lists verified from this machine, or the totals of one of them and its output file.',
      inputSchema: ListResultsInput,
      outputSchema: ListResultsOutput,
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    (given, extra) =>
      answer(extra, async ({ signal }) => {
        const roots = await findRoots(server, settings);
        return await listResults(session.invocation(signal), given, roots);
      }),
  );
  return server;
}

/** Errors become results that the agent can read. */
function answering(
  session: McpSession,
): (extra: Extra, work: (call: ToolCall) => Promise<object>) => Promise<CallToolResult> {
  return (extra, work) =>
    session.during(async () => {
      try {
        return toolResult(await work(toCall(extra)));
      } catch (error) {
        return toolError(error, session.invocation(extra.signal));
      }
    });
}

function toCall({ signal, _meta, sendNotification }: Extra): ToolCall {
  const token = _meta?.progressToken;
  return {
    signal,
    report: ({ done: progress, total, message }) => {
      if (token === undefined) return;
      const params = { progressToken: token, progress, total, message };
      // A client that has gone needs no progress.
      void sendNotification({ method: 'notifications/progress', params }).catch(() => {});
    },
  };
}

/** Time for a client to name its roots. */
const ROOTS_MS = 5000;

/** `--root`, else the folders that the client has open, else the working directory. */
async function findRoots({ server }: McpServer, { roots, cwd }: ServerSettings): Promise<Roots> {
  if (roots.length > 0) return roots;
  if (!server.getClientCapabilities()?.roots) return defaultRoots(cwd);
  const found = await server.listRoots(undefined, { timeout: ROOTS_MS }).catch(() => undefined);
  if (!found) return defaultRoots(cwd);
  const open = await Promise.all(found.roots.map(({ uri }) => rootDirectory(uri)));
  return open.flatMap((root) => root ?? []);
}

/** Undefined for what is no directory of this machine. */
async function rootDirectory(uri: string): Promise<string | undefined> {
  try {
    return await realpath(fileURLToPath(uri));
  } catch {
    return undefined;
  }
}
