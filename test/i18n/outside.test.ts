/** English that people read stands in the catalogue, not in the code of pages, mails and reports. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAst } from 'rolldown/parseAst';
import { describe, expect, it } from 'vitest';

const PLACES = ['dashboard', 'notify/notice-runner.ts', 'formats/report', 'lib/page-style'];

/** Three words that begin with a capital, a value or an apostrophe: `{}` stands for a value. */
const SENTENCE = /^[\s"“'‘’(]*(?:[A-Z][\w’'-]*|\{\}['’”":,)]*)(?:[,:]? (?:[a-z][\w’'-]*|\{\})){2,}/;

/** Words beside the value: `{} of {}` is a form, not a sentence. */
const WORDS = /(?<![\w{])[A-Za-z][A-Za-z’'-]+/g;

function isSentence(text: string): boolean {
  return SENTENCE.test(text) && (text.match(WORDS)?.length ?? 0) >= 3;
}

type Node = { readonly type: string } & Readonly<Record<string, unknown>>;

/** What a piece of code would show: of HTML what stands between tags, and in attributes that are read. */
function sentencesIn(code: string): string[] {
  const found: string[] = [];
  const visit = (value: unknown): void => {
    if (isNode(value) && isForDevelopers(value)) return;
    if (isNode(value)) found.push(...textsOfHtml(contentOf(value)).filter(isSentence));
    if (typeof value === 'object' && value !== null) Object.values(value).forEach(visit);
  };
  visit(parseAst(code, { lang: 'ts' }));
  return found;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value;
}

/** `throw new Error(…)` is a bug of ours: no page shows its message. */
function isForDevelopers({ type, callee }: Node): boolean {
  return type === 'NewExpression' && isNode(callee) && callee.name === 'Error';
}

/** Of a string or a template. */
function contentOf({ type, value, quasis }: Node): string {
  if (type === 'Literal' && typeof value === 'string') return value;
  if (type !== 'TemplateLiteral') return '';
  return (quasis as { value: { cooked: string } }[]).map((part) => part.value.cooked).join('{}');
}

const READ_ATTRIBUTES = /\b(?:title|alt|placeholder|aria-label|data-busy)="([^"]*)"/g;

function textsOfHtml(content: string): string[] {
  const attributes = [...content.matchAll(READ_ATTRIBUTES)].map(([, value = '']) => value);
  const between = content
    .replace(/<(?:script|style)\b.*?<\/(?:script|style)>/gs, '')
    .split(/<[^>]*>/);
  return [...attributes, ...between.flatMap((text) => text.split('\n'))].map((text) => text.trim());
}

describe('the search', () => {
  it.each([
    ["const said = 'The list is empty';", 'The list is empty'],
    ['const said = `«name» is not read yet`;', '{} is not read yet'],
    ["const said = `'«name»' is not a list`;", "'{}' is not a list"],
    ['html`<p class="hint">Ask an owner «name».</p>`', 'Ask an owner {}.'],
    ['html`<a title="Show all of them">«name»</a>`', 'Show all of them'],
  ])('finds the sentence of %s', (code, sentence) => {
    expect(sentencesIn(withValues(code))).toEqual([sentence]);
  });

  it.each([
    "text('list.title')",
    "throw new Error('There is no such part');",
    'html`<p class="Card of all">«text»</p>`',
    '`«first» of «all»`',
    "// The list is empty\nconst name = 'Ann';",
  ])('passes over %s', (code) => {
    expect(sentencesIn(withValues(code))).toEqual([]);
  });
});

/** Values of templates stand as `«name»` above. */
function withValues(code: string): string {
  return code.replaceAll('«', '${').replaceAll('»', '}');
}

it.each(PLACES)('src/%s has no English sentence', (place) => {
  const path = join('src', place);
  const files = place.endsWith('.ts')
    ? [path]
    : readdirSync(path, { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.ts'))
        .map((name) => join(path, name));
  expect(files).not.toEqual([]);
  const found = files.flatMap((file) =>
    sentencesIn(readFileSync(file, 'utf8')).map((text) => `${file}: ${text}`),
  );
  expect(found).toEqual([]);
});
