import { join } from 'node:path';

/**
 * What runs of the program load as a whole: these modules, with what they import statically. Help takes
 * `start` and `program`, a list at a remote service `lists` as well, at the embedded one all of them.
 */
const USES = {
  start: ['src/main.ts'],
  program: [
    'src/cli/program.ts',
    'src/cli/commands/config/run.ts',
    'src/cli/config/config-file.ts',
  ],
  settings: ['src/cli/commands/serve/settings.ts'],
  addresses: [
    'src/cli/commands/history/run.ts',
    'src/cli/commands/verify/options.ts',
    'src/cli/commands/verify/run.ts',
    'src/cli/service/open.ts',
    'src/client/caller.ts',
    'src/client/create-client.ts',
    'src/client/transport.ts',
    'src/contract/decode.ts',
  ],
  lists: ['src/cli/commands/batch/submit.ts', 'src/cli/commands/batch/watch.ts'],
  service: [
    'src/cli/commands/admin/actions.ts',
    'src/cli/commands/admin/run.ts',
    'src/cli/service/embedded.ts',
    'src/serve/admin.ts',
    'src/serve.ts',
  ],
  verifier: [
    'src/http/listen-on-demand.ts',
    'src/serve/verifier-settings.ts',
    'src/verifier/create-verifier.ts',
  ],
};

/**
 * Rolldown's code splitting: modules that serve the same uses are one chunk, so that each run loads few
 * files and nothing that it has no use for. Modules of no use here are split as they are imported.
 */
export function chunksByUse(root) {
  let names;
  return {
    groups: [
      {
        debugName: 'use',
        name(id, modules) {
          names ??= nameChunks(root, modules);
          return names.get(id) ?? null;
        },
      },
    ],
    // What a module imports serves at least its uses: no chunk imports one that imports it.
    includeDependenciesRecursively: false,
  };
}

/** The chunk of each module, by its file. */
function nameChunks(root, modules) {
  const uses = new Map();
  for (const [use, files] of Object.entries(USES)) {
    for (const id of reached(files, root, modules)) uses.set(id, [...(uses.get(id) ?? []), use]);
  }
  return new Map([...uses].map(([id, all]) => [id, all[0] === 'start' ? 'start' : all.join('-')]));
}

function reached(files, root, modules) {
  const found = new Set();
  const left = files.map((file) => join(root, file));
  for (let id = left.pop(); id !== undefined; id = left.pop()) {
    if (found.has(id)) continue;
    const info = modules.getModuleInfo(id);
    if (!info) throw new Error(`${id} is no module of the program`);
    if (info.isExternal) continue;
    found.add(id);
    left.push(...info.importedIds);
  }
  return found;
}
