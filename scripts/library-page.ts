/**
 * Writes docs/library.md from the doc comments of the public declarations and from the examples.
 *
 *     node scripts/library-page.ts           writes the page
 *     node scripts/library-page.ts --check   ends with 1 where the page is not what it would write
 */
import { readFileSync, writeFileSync } from 'node:fs';

const PAGE = new URL('../docs/library.md', import.meta.url);
const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');

/** An exported declaration, as in its file. */
interface Declaration {
  readonly name: string;
  readonly comment: string;
  readonly code: string;
}

/** A doc comment, then a declaration: a type ends with a semicolon, any other with a brace at the margin. */
const DECLARATION =
  /^\/\*\*((?:(?!\*\/).)*)\*\/\nexport ((?:type (\w+).*?;|(?:function|interface|class) (\w+).*?^\}))$/gms;

function readDeclarations(path: string): Declaration[] {
  return [...read(path).matchAll(DECLARATION)].map(
    ([, comment = '', code = '', type, name = type ?? '']) => ({
      name,
      comment: toText(comment),
      code: toSignature(code),
    }),
  );
}

/** The text of a doc comment: its lines without the asterisks. */
function toText(comment: string): string {
  return comment.replaceAll(/^ *\* ?/gm, '').trim();
}

/** A function without its body, a class without bodies of methods; others unchanged. */
function toSignature(code: string): string {
  if (code.startsWith('function')) return `${code.replace(/ \{\n.*$/s, '')};`;
  if (!code.startsWith('class')) return code;
  return code.replaceAll(/^( {2}\w[^;]*?\)) \{\n.*?^ {2}\}$/gms, '$1;');
}

interface Entry {
  readonly name: string;
  readonly path: string;
  readonly types: string;
  readonly examples: readonly string[];
}

const ENTRIES: readonly Entry[] = [
  {
    name: 'mailvet',
    path: 'src/library/client.ts',
    types: 'src/library/client-api.ts',
    examples: ['verify', 'batch'],
  },
  {
    name: 'mailvet/verifier',
    path: 'src/library/verifier.ts',
    types: 'src/library/verifier-api.ts',
    examples: ['verifier', 'classify-reply'],
  },
  {
    name: 'mailvet/policy',
    path: 'src/library/policy.ts',
    types: 'src/library/policy-api.ts',
    examples: ['policy'],
  },
];

function page(): string {
  return [INTRODUCTION, ...ENTRIES.map(entrySection), errorSection()].join('\n');
}

const INTRODUCTION = `# mailvet as a library

This page is generated from the doc comments in \`src/library/\` by \`npm run docs:library\`.

- \`import … from 'mailvet'\`: a client of a verification service.
- \`import … from 'mailvet/verifier'\`: a verifier on this machine, without a service.
- \`import … from 'mailvet/policy'\`: how results are judged by a [mailvet.json](policy.md).

## The client alone

\`import … from 'mailvet-client'\` is the same client as a package of its own, for programs that need no command line
and no service: it brings one other package (undici), and loads it with the first call. It is not released yet;
from a checkout:

\`\`\`sh
npm run build:client
npm pack ./out/client
\`\`\`

## What all keep to

All are ECMAScript modules with type declarations, for Node.js 22.19 or newer; \`require\` loads them,
too. Nothing else of the package can be imported. What is on this page keeps to semantic versions;
reasons of results, rules and the texts of errors may change in any version.
`;

function entrySection({ name, path, types, examples }: Entry): string {
  const declarations = [...readDeclarations(path), ...readDeclarations(types)];
  const shown = examples.map((example) => fence(read(`docs/examples/${example}.ts`)));
  return [`## ${name}\n`, ...shown, ...declarations.map(declarationSection)].join('\n');
}

function errorSection(): string {
  const declarations = readDeclarations('src/lib/errors.ts').filter(({ name }) =>
    isPublicError(name),
  );
  return [`## Errors\n\n${ERRORS}\n`, ...declarations.map(declarationSection)].join('\n');
}

const ERRORS = `All modules export \`MailvetError\`, \`isMailvetError\` and the type \`ErrorCode\`. The message is a
sentence for people; react to \`code\`. A \`hint\` is meant for the command line and may name its flags. An
aborted call rejects with the reason of its signal instead.`;

const isPublicError = (name: string) =>
  ['ErrorCode', 'MailvetError', 'isMailvetError'].includes(name);

function declarationSection({ name, comment, code }: Declaration): string {
  return `### ${name}\n\n${comment}\n\n${fence(code)}`;
}

const fence = (code: string) => `\`\`\`ts\n${code.trim()}\n\`\`\`\n`;

const text = page();
if (!process.argv.includes('--check')) writeFileSync(PAGE, text);
else if (readFileSync(PAGE, 'utf8') !== text) {
  console.error('docs/library.md does not show the declarations: run npm run docs:library');
  process.exitCode = 1;
}
