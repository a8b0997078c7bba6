import { createRequire } from 'node:module';

/** The program jq, in this process. */
export interface Jq {
  /** Undefined where jq prints nothing. */
  raw(json: string, filter: string, flags: readonly string[]): string | undefined;
}

/** jq as WebAssembly, 3 MB: loaded by those who ask for it. */
export async function loadJq(): Promise<Jq> {
  // Of CommonJS, whose export is a promise: import() would take its `then` for its own.
  return await (createRequire(import.meta.url)('jq-web') as Promise<Jq>);
}
