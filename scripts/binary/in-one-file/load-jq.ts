import type { Jq } from '../../../src/cli/json/load-jq.ts';

/** Its WebAssembly is an asset of the executable (`jqWithAsset` in bundle.ts). */
export async function loadJq(): Promise<Jq> {
  // The bundler puts the module in this place. Its export is a promise: import() would take its `then` for its own.
  return await (require('jq-web') as Promise<Jq>);
}
