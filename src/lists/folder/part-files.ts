import { readdirSync, rmSync, statSync } from 'node:fs';
import { type FileHandle, open, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import type { PartFiles } from '../../service/lists/list-files.ts';
import type { ListFolder } from './list-folder.ts';

const ENDING = '.part';

/** Files that arrive in parts, in the folder of the lists. */
export function partFiles(folder: ListFolder): PartFiles {
  const pathOf = (id: string) => join(folder.path, id + ENDING);
  return {
    size: async (id) => statSync(pathOf(id), { throwIfNoEntry: false })?.size ?? 0,
    async write(id, offset, bytes) {
      await using file = await openForWriting(pathOf(id));
      let at = offset;
      for await (const chunk of bytes) at += await writeAll(file, chunk, at);
    },
    truncate: (id, size) => truncate(pathOf(id), size).catch(unlessMissing),
    async open(id) {
      const file = await open(pathOf(id), 'r').catch(unlessMissing);
      return file && { fd: file.fd, close: () => file.close() };
    },
    remove: async (id) => rmSync(pathOf(id), { force: true }),
  };
}

/** Ids of the lists of which a file is here as it arrived. */
export function partIds({ path }: ListFolder): string[] {
  const names = readdirSync(path).filter((name) => name.endsWith(ENDING));
  return names.map((name) => name.slice(0, -ENDING.length));
}

async function openForWriting(path: string): Promise<FileHandle> {
  return (await open(path, 'r+').catch(unlessMissing)) ?? open(path, 'wx+', 0o600);
}

async function writeAll(file: FileHandle, bytes: Uint8Array, position: number): Promise<number> {
  for (let at = 0; at < bytes.length; ) {
    at += (await file.write(bytes, at, bytes.length - at, position + at)).bytesWritten;
  }
  return bytes.length;
}

function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
