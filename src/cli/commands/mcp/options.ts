import { realpath, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { MailvetError } from '../../../errors.ts';
import type { CommandLine } from '../../invocation.ts';

/** The options of `mailvet mcp`, beside the flags that every command takes. */
export interface McpOptions {
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
