import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Where the built program keeps compiled code (bin/load-program.js), in a folder for compiled code or temporary files. */
export function codeFolder(parent: string): string {
  return join(parent, `mailvet-code-${process.getuid?.() ?? ''}`);
}

/** The chunks that the first run of a command loaded. */
export async function loadedChunks(folder: string, command: string): Promise<readonly string[]> {
  const [file = ''] = (await readdir(folder)).filter((one) => one.startsWith(`${command}-`));
  const [head = ''] = (await readFile(join(folder, file), 'latin1')).split('\n', 1);
  return JSON.parse(head).map(([name]: [string]) => name);
}
