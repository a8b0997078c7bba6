import { PassThrough, Writable } from 'node:stream';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { ReadBuffer, serializeMessage } from '@modelcontextprotocol/sdk/shared/stdio.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  type CallToolResult,
  type JSONRPCMessage,
  ListRootsRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import type { Context } from '../../src/cli/context.ts';
import { createLiveLine, toInput, toOutput } from '../../src/cli/io/terminal.ts';
import { type Clock, systemClock } from '../../src/lib/clock.ts';
import { run } from '../../src/main.ts';
import { LAUNCHER } from './run-program.ts';

interface McpSettings {
  /** Home, and the working directory unless there is `cwd`. */
  readonly home: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** URIs of the folders that the client has open; without them it does not know roots. */
  readonly roots?: readonly string[];
  /** Default: the machine's. */
  readonly clock?: Clock;
  /** What the program takes the machine for. */
  readonly platform?: NodeJS.Platform;
}

type Options = Parameters<Client['callTool']>[2];

/** The SDK gives each request a minute. */
const PATIENT = { timeout: 250_000 };

export interface McpClient extends AsyncDisposable {
  readonly client: Client;
  /** All that the server has written to stderr. */
  stderr(): string;
  /** Calls a tool that must succeed, and returns its structured content. */
  call<T>(name: string, given?: object, options?: Options): Promise<T>;
  /** Calls a tool that must fail, and returns the text of its error. */
  fail(name: string, given: object): Promise<string>;
}

/** A client of `mailvet mcp` in this process, over streams. */
export async function startMcp(settings: McpSettings): Promise<McpClient> {
  const {
    home,
    args = [],
    env = {},
    cwd = home,
    clock = systemClock,
    platform = 'linux',
  } = settings;
  const [stdin, stdout] = [new PassThrough(), new PassThrough()];
  let stderr = '';
  const errors = new Writable({
    write(chunk, _encoding, done) {
      stderr += chunk;
      done();
    },
  });
  const output = toOutput(errors);
  const context: Context = {
    ...{ env, cwd, home, platform, stdin: toInput(stdin), stdout: toOutput(stdout) },
    ...{ stderr: output, live: createLiveLine(output, env), clock },
    random: Math.random,
    signal: new AbortController().signal,
  };
  const ended = run(['mcp', ...args], context);
  const transport = new StreamTransport(stdout, stdin);
  const refused = ended.then(() => Promise.reject(new Error(stderr)));
  const client = await Promise.race([connect(transport, settings), refused]);
  refused.catch(() => {});
  return clientOver(client, {
    stderr: () => stderr,
    async close() {
      stdin.end();
      await ended;
    },
  });
}

/** The SDK's own client of the built program, or of another, which runs as its child. */
export async function spawnMcp(settings: McpSettings, program?: string): Promise<McpClient> {
  const { home, args = [], env = {}, cwd = home } = settings;
  const transport = new StdioClientTransport({
    command: program ?? process.execPath,
    args: [...(program ? [] : [LAUNCHER]), 'mcp', ...args],
    env: { PATH: process.env.PATH ?? '', HOME: home, ...env },
    cwd,
    stderr: 'pipe',
  });
  let stderr = '';
  transport.stderr?.on('data', (chunk) => {
    stderr += chunk;
  });
  const client = await connect(transport, settings);
  return clientOver(client, { stderr: () => stderr, close: () => client.close() });
}

async function connect(transport: Transport, { roots }: McpSettings): Promise<Client> {
  const capabilities = roots ? { roots: {} } : {};
  const client = new Client({ name: 'test', version: '1' }, { capabilities });
  if (roots) {
    const list = roots.map((uri) => ({ uri }));
    client.setRequestHandler(ListRootsRequestSchema, () => ({ roots: list }));
  }
  await client.connect(transport, PATIENT);
  return client;
}

interface Server {
  stderr(): string;
  close(): Promise<void>;
}

function clientOver(client: Client, { stderr, close }: Server): McpClient {
  const callTool = async (name: string, given: object = {}, options?: Options) => {
    const call = { name, arguments: { ...given } };
    return (await client.callTool(call, undefined, { ...PATIENT, ...options })) as CallToolResult;
  };
  return {
    client,
    stderr,
    async call<T>(name: string, given?: object, options?: Options) {
      const result = await callTool(name, given, options);
      if (result.isError) throw new Error(textOf(result));
      return result.structuredContent as T;
    },
    async fail(name, given) {
      const result = await callTool(name, given);
      if (!result.isError) throw new Error(`${name} did not fail`);
      return textOf(result);
    },
    [Symbol.asyncDispose]: close,
  };
}

/** A client's side of the stdio transport, over streams of this process. */
class StreamTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #from: PassThrough;
  readonly #to: PassThrough;

  constructor(from: PassThrough, to: PassThrough) {
    this.#from = from;
    this.#to = to;
  }

  async start(): Promise<void> {
    const buffer = new ReadBuffer();
    this.#from.on('data', (chunk) => {
      buffer.append(chunk);
      for (let next = buffer.readMessage(); next; next = buffer.readMessage())
        this.onmessage?.(next);
    });
  }

  async send(message: JSONRPCMessage): Promise<void> {
    this.#to.write(serializeMessage(message));
  }

  async close(): Promise<void> {
    this.onclose?.();
  }
}

function textOf({ content }: CallToolResult): string {
  return content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
}
