import { Script } from 'node:vm';

/**
 * Turns a chunk of the program into a script, for `bin/load-program.js`: a script can be given V8's cache of all functions
 * that an earlier run called, a module only of those that V8 compiles before any is called. It is the expression of a
 * function:
 *
 *     (function (__load, __take, __import, __url) { …; return { exported: local }; })
 *
 * `__load` returns the exports of a chunk by the name of its file, `__take` those of a package (or its default export),
 * `__import` imports one, and `__url` is where the chunk lies. No chunk imports one that imports it, and none changes what
 * it exports.
 */
export function chunkToScript({ fileName, code }) {
  const exported = [];
  const body = code
    .replace(IMPORT, (_, name, names, from) => declare(name, names, from))
    .replace(IMPORT_FOR_EFFECT, (_, from) => `${loadCall(from)};`)
    .replace(IMPORT_LATER, (_, from) => `Promise.resolve().then(() => ${loadCall(from)})`)
    .replaceAll('import("', '__import("')
    .replace(EXPORT, (_, names) => {
      if (names.trim()) exported.push(names.replace(/([\w$]+) as ([\w$]+)/g, '$2: $1'));
      return '';
    })
    .replace(EXPORT_DEFAULT, (_, value) => {
      exported.push(`default: ${value}`);
      return '';
    })
    .replaceAll('import.meta.url', '__url');
  const left = /^(?:import|export)\b.*|\bimport\.meta\b/m.exec(body)?.[0];
  if (left) throw new Error(`${fileName} has what no script can have: ${left}`);
  const head = '(function (__load, __take, __import, __url) { "use strict"; ';
  const script = `${head}${body}\nreturn {${exported.join()}};\n})`;
  // Throws where it can't be parsed.
  new Script(script, { filename: fileName });
  return script;
}

const IMPORT = /^import (?:([\w$]+)(?:, )?)?(?:\{([^}]*)\})? ?from "([^"]+)";$/gm;
const IMPORT_FOR_EFFECT = /^import "(\.[^"]+)";$/gm;
const IMPORT_LATER = /\bimport\("(\.[^"]+)"\)/g;
const EXPORT = /^export \{([^}]*)\};$/gm;
const EXPORT_DEFAULT = /^export default (.+);$/gm;

function declare(name, names, from) {
  const of = JSON.stringify(from);
  const whole = name ? `const ${name} = __take(${of}, "default");` : '';
  if (!names) return whole;
  const taken = from.startsWith('.') ? loadCall(from) : `__take(${of})`;
  return `${whole}const {${names.replaceAll(' as ', ': ')}} = ${taken};`;
}

function loadCall(from) {
  return `__load("${from.replace(/^.*\/(.+)\.mjs$/, '$1.js')}")`;
}
