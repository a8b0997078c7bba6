import { existsSync, readdirSync } from 'node:fs';
import { copyLists } from '../lists/folder/copy-lists.ts';
import { type CopiedTable, type CopyRequest, copyStore } from '../store/copy/copy-store.ts';

export interface ServiceCopy extends CopyRequest {
  /** Folders of the uploaded lists. */
  readonly lists: { readonly from: string; readonly to: string };
}

/** Copies a database and, where the other side has none yet, the files of its lists. */
export async function copyService({
  lists,
  ...request
}: ServiceCopy): Promise<readonly CopiedTable[]> {
  const copied = await copyStore(request);
  const isEmpty = !existsSync(lists.to) || readdirSync(lists.to).length === 0;
  if (lists.from !== lists.to && isEmpty) copyLists(lists.from, lists.to);
  return copied;
}
