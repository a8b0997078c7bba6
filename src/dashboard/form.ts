import { Readable } from 'node:stream';
import { message } from '../i18n/message.ts';
import { readBounded } from '../lib/read-bounded.ts';
import type { PageContext } from './environment.ts';
import { PageError } from './page-error.ts';

/** The fields of a submitted form. */
export interface Form {
  /** Empty when it is missing. */
  text(name: string): string;
  /** The values of fields with one name, such as boxes that are ticked. */
  all(name: string): readonly string[];
}

/** For a whole form, in milliseconds. */
const WITHIN_MS = 60_000;
const MAX_FORM_BYTES = 65_000;

/** Reads the body as a form, up to a size limit. Throws a 413 or 422. */
export async function readForm(c: PageContext, maxBytes = MAX_FORM_BYTES): Promise<Form> {
  const data = await formData(c, maxBytes);
  return {
    text(name) {
      const value = data.get(name);
      return typeof value === 'string' ? value : '';
    },
    all: (name) => data.getAll(name).filter((value) => typeof value === 'string'),
  };
}

async function formData(c: PageContext, maxBytes: number): Promise<FormData> {
  const bytes = await readBytes(c, maxBytes);
  const type = c.req.header('Content-Type') ?? '';
  try {
    return await new Response(bytes, { headers: { 'Content-Type': type } }).formData();
  } catch {
    throw new PageError(422, message('errorTexts.form_unreadable'));
  }
}

async function readBytes(c: PageContext, most: number): Promise<Uint8Array<ArrayBuffer>> {
  if (Number(c.req.header('Content-Length') ?? 0) > most) throw tooLarge(most);
  const bytes = await readBounded(Readable.from(c.req.raw.body ?? []), most, WITHIN_MS);
  if (!bytes) throw tooLarge(most);
  return bytes as Buffer<ArrayBuffer>;
}

/** The rest of the body is not read: the connection ends with this answer. */
export function tooLarge(most: number): PageError {
  const said = message('errorTexts.too_large', { size: { bytes: most } });
  return new PageError(413, said, { Connection: 'close' });
}
