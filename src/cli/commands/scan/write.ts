import { randomBytes } from 'node:crypto';
import { type FileHandle, open, readFile, rename, stat, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { MailvetError } from '../../../lib/errors.ts';
import { findTextForm, type TextFind } from '../../../scan/text-scanner.ts';

/** What to put in the place of an address. */
export type Replacement = TextFind & { readonly replacement: string };

/**
 * Replaces addresses of a file, in order of their places; all other bytes stay as they are. The new file takes the
 * place of the old one at once, with its mode. Throws `input` where the file changed since it was read.
 */
export async function replaceIn(path: string, finds: readonly Replacement[]): Promise<void> {
  const bytes = await readFile(path);
  const edits = editsOf(bytes, finds);
  const parts: Uint8Array[] = [];
  let end = 0;
  for (const { from, to, old, text } of edits) {
    if (!bytes.subarray(from, to).equals(old)) {
      throw new MailvetError('input', `${path} changed while it was scanned: it was left as it is`);
    }
    parts.push(bytes.subarray(end, from), text);
    end = to;
  }
  await writeInPlace(path, Buffer.concat([...parts, bytes.subarray(end)]));
}

interface Edit {
  readonly from: number;
  readonly to: number;
  readonly old: Buffer;
  readonly text: Buffer;
}

function editsOf(bytes: Buffer, finds: readonly Replacement[]): Edit[] {
  const form = findTextForm(bytes);
  if (form === 'bytes' || form === 'binary') {
    return finds.map(({ start, end, address, replacement }) => ({
      from: start,
      to: end,
      old: Buffer.from(address, end - start === address.length ? 'latin1' : 'utf8'),
      text: Buffer.from(replacement),
    }));
  }
  // The mark of the byte order is no part of the text that was scanned.
  const text = new TextDecoder(form).decode(bytes);
  const utf8 = Buffer.from(text);
  let [seen, units] = [0, 1];
  return finds.map(({ start, address, replacement }) => {
    units += utf8.toString('utf8', seen, start).length;
    seen = start;
    const from = units * 2;
    return {
      from,
      to: from + address.length * 2,
      old: wide(address, form),
      text: wide(replacement, form),
    };
  });
}

function wide(text: string, form: 'utf-16le' | 'utf-16be'): Buffer {
  const bytes = Buffer.from(text, 'utf16le');
  return form === 'utf-16le' ? bytes : bytes.swap16();
}

async function writeInPlace(path: string, bytes: Buffer): Promise<void> {
  const { mode } = await stat(path);
  const mark = randomBytes(6).toString('hex');
  const temporary = join(dirname(path), `.${basename(path).slice(0, 50)}.${mark}.tmp`);
  let file: FileHandle | undefined;
  try {
    file = await open(temporary, 'wx', mode);
    await file.chmod(mode);
    await file.writeFile(bytes);
    await file.sync();
    await file.close();
    await rename(temporary, path);
  } catch (error) {
    await file?.close().catch(() => {});
    await unlink(temporary).catch(() => {});
    throw error;
  }
}
