import { createRequire } from 'node:module';
import type { Jq } from './jq-type.ts';

/** jq as WebAssembly, 3 MB: loaded by those who ask for it. */
export async function loadJq(): Promise<Jq> {
  // Of CommonJS, whose export is a promise: import() would take its `then` for its own.
  return await (createRequire(import.meta.url)('jq-web') as Promise<Jq>);
}
