import { openResults, type ResultFile } from '../../formats/results/open-results.ts';
import type { ForeignVerifier } from '../../formats/results/verifiers.ts';
import { unpackList } from '../../formats/workbook/workbook.ts';
import { isMailvetError, withMessage } from '../../lib/errors.ts';
import { JobDraft } from '../../lists/directory/job-draft.ts';
import type { Invocation } from '../invocation.ts';
import { tuneV8 } from '../tune-v8.ts';
import { openList } from './list-input.ts';

/** Of a file, also unpacked. */
const MAX_BYTES = 2_000_000_000;

/** A file of results, open until it is disposed of. */
interface OpenResults extends ResultFile, Disposable {
  readonly name: string;
  /** Absolute; null for stdin. */
  readonly path: string | null;
}

/** Opens a file of results, or stdin (`-`). It is copied, so that it can be read more than once. */
export async function openGivenResults(
  invocation: Invocation,
  file: string,
  verifier?: ForeignVerifier,
): Promise<OpenResults> {
  tuneV8();
  const { name, path, chunks } = await openList(invocation, file, MAX_BYTES);
  await using _ = invocation.underWay(() => `Reading ${name} …`);
  const list = await unpackList(name, chunks, { maxUnpacked: MAX_BYTES });
  const { signal } = invocation.context;
  const copy = await JobDraft.of({ name, chunks: list.chunks, signal });
  try {
    const { reading } = list.sheet ?? {};
    const found = await openResults(copy.source, { verifier, ...(reading && { reading }) });
    return { ...found, name, path, [Symbol.dispose]: () => copy.discard() };
  } catch (error) {
    copy.discard();
    const isNamed = !isMailvetError(error, 'input') || error.message.includes(name);
    throw isNamed ? error : withMessage(error, `${name}: ${error.message}`);
  }
}
