/** The regular expressions of `src/`: those that are written there, and those that its modules put together as they load. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseAst } from 'rolldown/parseAst';

export const SRC = fileURLToPath(new URL('../../src', import.meta.url));

export interface Expression {
  /** From `src/`, with `/` between folders. */
  readonly file: string;
  readonly line: number;
  readonly source: string;
  readonly flags: string;
}

/** A place where an expression is put together of what a call is given. */
export type BuiltPlace = Pick<Expression, 'file' | 'line'> & { readonly code: string };

export interface Found {
  readonly expressions: readonly Expression[];
  readonly built: readonly BuiltPlace[];
}

/** A node of ESTree, of which only what is looked at is named. */
interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly regex?: { readonly pattern: string; readonly flags: string };
  readonly callee?: { readonly name?: string };
}

export async function findExpressions(): Promise<Found> {
  const names = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  );
  const written = names.map(readFile);
  const builders = names.filter((_, at) => (written[at]?.built.length ?? 0) > 0);
  const loaded = await loadAll(builders);
  const isLoaded = ({ file, line }: BuiltPlace, lastLine: number) =>
    loaded.some((one) => one.file === file && one.line >= line && one.line <= lastLine);
  return {
    expressions: [...written.flatMap(({ expressions }) => expressions), ...loaded],
    built: written.flatMap(({ built }) =>
      built.flatMap(({ lastLine, ...place }) => (isLoaded(place, lastLine) ? [] : [place])),
    ),
  };
}

function readFile(name: string) {
  const text = readFileSync(join(SRC, name), 'utf8');
  const file = name.split(sep).join('/');
  const lineAt = (offset: number) => text.slice(0, offset).split('\n').length;
  const expressions: Expression[] = [];
  const built: (BuiltPlace & { readonly lastLine: number })[] = [];
  for (const node of nodesOf(parseAst(text, { lang: 'ts' }, name))) {
    const line = lineAt(node.start);
    if (node.regex) {
      expressions.push({ file, line, source: node.regex.pattern, flags: node.regex.flags });
    }
    if (/^(?:New|Call)Expression$/.test(node.type) && node.callee?.name === 'RegExp') {
      const code = text.slice(node.start, node.end);
      built.push({ file, line, code, lastLine: lineAt(node.end) });
    }
  }
  return { expressions, built };
}

function* nodesOf(value: unknown): Generator<SyntaxNode> {
  if (typeof value !== 'object' || value === null) return;
  if ('type' in value && typeof value.type === 'string') yield value as SyntaxNode;
  for (const held of Object.values(value)) yield* nodesOf(held);
}

/** Loads the modules, and notes each expression that is made meanwhile, with the place in `src/` that makes it. */
async function loadAll(names: readonly string[]): Promise<readonly Expression[]> {
  const made = new Map<string, Expression>();
  const note = (expression: RegExp) => {
    const place = placeInSource(new Error().stack ?? '');
    if (!place) return;
    const { source, flags } = expression;
    made.set(`${place.file}:${place.line} ${source}`, { ...place, source, flags });
  };
  const plain = globalThis.RegExp;
  globalThis.RegExp = new Proxy(plain, {
    construct(target, parameters, caller) {
      const expression = Reflect.construct(target, parameters, caller) as RegExp;
      note(expression);
      return expression;
    },
  });
  try {
    for (const name of names) await import(pathToFileURL(join(SRC, name)).href);
  } finally {
    globalThis.RegExp = plain;
  }
  return [...made.values()];
}

/** The innermost frame; frames of packages don't count. */
function placeInSource(stack: string): Pick<Expression, 'file' | 'line'> | undefined {
  const frames = stack.split('\n').filter((line) => /file:\/\/|node_modules/.test(line));
  const own = frames.find((line) => !line.includes('/scripts/expressions/'));
  const [, path = '', line = ''] = /(file:\/\/.*):(\d+):\d+\)?$/.exec(own ?? '') ?? [];
  if (path === '') return undefined;
  const file = relative(SRC, fileURLToPath(path)).split(sep).join('/');
  return file.startsWith('..') ? undefined : { file, line: Number(line) };
}
