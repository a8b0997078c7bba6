import { PassThrough } from 'node:stream';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { type CallToolResult, ListRootsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { type CliOptions, runCli } from './run-cli.ts';
import { LAUNCHER } from './run-program.ts';

interface McpSettings extends Pick<CliOptions, 'cwd' | 'clock' | 'platform'> {
  readonly home: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** URIs of the folders that the client has open; without them it does not know roots. */
  readonly roots?: readonly string[];
}

type Options = Parameters<Client['callTool']>[2];

/** The SDK gives each request a minute. */
const PATIENT = { timeout: 250_000 };

/** A client of `mailvet mcp` in this process, over streams. */
export async function startMcp({ args = [], roots, ...settings }: McpSettings): Promise<McpClient> {
  const [stdin, stdout] = [new PassThrough(), new PassThrough()];
  let stderr = '';
  const onStderr = (text: string) => {
    stderr = text;
  };
  const streams = { stdin, stdout, onStderr };
  const ended = runCli(['mcp', ...args], { ...settings, ...streams, random: Math.random });
  const refused = ended.then(() => Promise.reject(new Error(stderr)));
  // The one transport of the SDK over streams of one's own choice.
  const connected = connect(new StdioServerTransport(stdout, stdin), roots);
  const client = await Promise.race([connected, refused]);
  refused.catch(() => {});
  return new McpClient(
    client,
    () => stderr,
    async () => {
      stdin.end();
      await ended;
    },
  );
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
  const client = await connect(transport, settings.roots);
  return new McpClient(
    client,
    () => stderr,
    () => client.close(),
  );
}

async function connect(transport: Transport, roots?: readonly string[]): Promise<Client> {
  const capabilities = roots ? { roots: {} } : {};
  const client = new Client({ name: 'test', version: '1' }, { capabilities });
  if (roots) {
    const list = roots.map((uri) => ({ uri }));
    client.setRequestHandler(ListRootsRequestSchema, () => ({ roots: list }));
  }
  await client.connect(transport, PATIENT);
  return client;
}

export class McpClient implements AsyncDisposable {
  readonly client: Client;
  /** All that the server has written to stderr. */
  readonly stderr: () => string;
  readonly #close: () => Promise<void>;

  constructor(client: Client, stderr: () => string, close: () => Promise<void>) {
    this.client = client;
    this.stderr = stderr;
    this.#close = close;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#close();
  }

  /** Calls a tool that must succeed, and returns its structured content. */
  async call<T>(name: string, given?: object, options?: Options): Promise<T> {
    const result = await this.#call(name, given, options);
    if (result.isError) throw new Error(textOf(result));
    return result.structuredContent as T;
  }

  /** Calls a tool that must fail, and returns the text of its error. */
  async fail(name: string, given: object): Promise<string> {
    const result = await this.#call(name, given);
    if (!result.isError) throw new Error(`${name} did not fail`);
    return textOf(result);
  }

  async #call(name: string, given: object = {}, options?: Options): Promise<CallToolResult> {
    const call = { name, arguments: { ...given } };
    const result = await this.client.callTool(call, undefined, { ...PATIENT, ...options });
    return result as CallToolResult;
  }
}

function textOf({ content }: CallToolResult): string {
  return content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
}
