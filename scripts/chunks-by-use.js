import { globSync } from 'node:fs';
import { join } from 'node:path';

/**
 * What runs of the program load as a whole: these modules (glob patterns), with what they import statically.
 * Help takes `start` and `program`, a list at a remote service `lists` as well. `other` commands have chunks
 * of their own, and must not take a whole use for a module that they share with it.
 */
const USES = {
  start: ['src/main.ts'],
  program: ['src/cli/program.ts', 'src/cli/commands/config.ts', 'src/cli/config-file.ts'],
  addresses: [
    'src/cli/commands/history.ts',
    'src/cli/commands/verify/run.ts',
    'src/cli/connect/open.ts',
    'src/cli/policy-file.ts',
    'src/contract/client/caller.ts',
    'src/contract/client/create-client.ts',
    'src/contract/client/transport.ts',
    'src/contract/decode.ts',
  ],
  lists: ['src/cli/commands/batch/submit.ts', 'src/cli/commands/batch/watch.ts'],
  service: [
    'src/cli/commands/admin/actions.ts',
    'src/cli/commands/admin/run.ts',
    'src/cli/connect/embedded.ts',
    'src/composition/admin.ts',
    'src/composition/serve.ts',
  ],
  verifier: [
    'src/http/listen-on-demand.ts',
    'src/composition/verifier-settings.ts',
    'src/verifier/create-verifier.ts',
  ],
  other: [
    'src/cli/commands/{clean,completion,doctor,mcp}/*.ts',
    'src/cli/commands/{help,jobs,login}.ts',
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
          return names.get(id);
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
  for (const [use, patterns] of Object.entries(USES)) {
    for (const id of reached(patterns, root, modules)) uses.set(id, [...(uses.get(id) ?? []), use]);
  }
  return new Map([...uses].map(([id, all]) => [id, chunkName(all)]));
}

/**
 * All commands load what `program` reaches, so that its modules are one chunk, and few need what the verifier shares
 * with others apart from it: a file costs more than its few functions.
 */
function chunkName(uses) {
  if (uses[0] === 'start' || uses[0] === 'program') return uses[0];
  if (uses.length > 1 && uses.includes('verifier')) return 'shared-verifier';
  return uses[0] === 'other' ? null : uses.join('-');
}

function reached(patterns, root, modules) {
  const found = new Set();
  const left = patterns.flatMap((pattern) => filesOf(pattern, root));
  for (let id = left.pop(); id !== undefined; id = left.pop()) {
    if (found.has(id)) continue;
    const info = modules.getModuleInfo(id);
    // Not a module of the program (types alone), or one of a package that stays outside.
    if (!info || info.isExternal) continue;
    found.add(id);
    left.push(...info.importedIds);
  }
  return found;
}

function filesOf(pattern, root) {
  const files = globSync(pattern, { cwd: root });
  if (files.length === 0) throw new Error(`${pattern} names no module`);
  return files.map((file) => join(root, file));
}
