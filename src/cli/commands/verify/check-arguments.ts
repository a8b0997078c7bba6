import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { MailvetError } from '../../../errors.ts';
import { cellAddress, cellAddresses } from '../../../formats/read/cell-addresses.ts';
import type { Invocation } from '../../invocation.ts';
import { shellQuote } from '../../shell-quote.ts';

/** Throws a usage error for an argument that is the name of a file, which `clean` takes. */
export async function refuseFiles(
  { context: { cwd } }: Invocation,
  addresses: readonly string[],
): Promise<void> {
  for (const text of addresses) {
    const { problem } = cellAddress(text);
    if (text !== '-' && problem !== undefined) await refuseFile(text.trim(), cwd);
  }
}

/** The usage error for an argument that holds several addresses: none of them was verified. */
export function severalInOne(text: string): MailvetError {
  const each = cellAddresses(text, true).map(({ address, raw }) => shellQuote(address ?? raw));
  return new MailvetError('usage', `"${text}" holds ${each.length} addresses: none was verified`, {
    hint: [
      'Give each as its own argument: ',
      { code: 'terminal', text: `mailvet verify ${each.join(' ')}` },
    ],
  });
}

async function refuseFile(name: string, cwd: string): Promise<void> {
  const path = resolve(cwd, name);
  const file = await stat(path).catch(() => undefined);
  if (!file?.isFile()) return;
  const word = shellQuote(name);
  const lines = (await isAddressLines(path)) ? `, or mailvet verify < ${word}` : '';
  throw new MailvetError('usage', `${name} is a file, not an address`, {
    hint: ['Verify it with: ', { code: 'terminal', text: `mailvet clean ${word}${lines}` }],
  });
}

/** Whether `verify <` reads a file: its first bytes show no table. */
async function isAddressLines(path: string): Promise<boolean> {
  const { addressLines } = await import('./address-lines.ts');
  const stream = createReadStream(path, { end: 64 * 1024 });
  try {
    for await (const _ of addressLines({ stream, hint: '', notice: async () => {} })) return true;
    return false;
  } catch {
    return false;
  } finally {
    stream.destroy();
  }
}
