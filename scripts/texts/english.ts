import { globSync, readFileSync } from 'node:fs';
import { catalogue } from '../../src/i18n/english/catalogue.ts';
import type { EnglishTexts } from './check.ts';

/** The English texts, area after area, with the comments that the code has for translators. */
export function readEnglish(): EnglishTexts {
  const files = globSync('src/i18n/english/*.ts', { cwd: new URL('../..', import.meta.url) });
  const comments = new Map(
    files.flatMap((file) => [
      ...commentsIn(readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')),
    ]),
  );
  return Object.fromEntries(
    Object.entries(catalogue).flatMap(([area, texts]) =>
      Object.entries(texts).map(([name, text]) => {
        const id = `${area}.${name}`;
        return [id, { text, comment: comments.get(id) ?? '' }];
      }),
    ),
  );
}

const LINE =
  /^ {2}\/\/ (?<comment>.+)|^ {2}(?<name>\w+):|^export const (?<area>\w+) =|^(?<blank>)$/;

/**
 * The comments of texts by their ids: a comment stands for all texts up to the next one or an empty line; that of an
 * area follows it, and stands alone for the others.
 */
export function commentsIn(code: string): Map<string, string> {
  const found = new Map<string, string>();
  let [area, ofArea, ofGroup, isOpen] = ['', '', '', false];
  const docs = [...code.matchAll(/\/\*\*(.*?)\*\/\nexport const (\w+)/gs)].map(
    ([, doc = '', name = '']) => [name, doc.replace(/\s*\n \*\s?/g, ' ').trim()] as const,
  );
  for (const line of code.split('\n')) {
    const groups = LINE.exec(line)?.groups;
    if (groups?.area !== undefined) {
      area = groups.area;
      ofArea = new Map(docs).get(area) ?? '';
    }
    if (groups?.comment !== undefined) {
      ofGroup = isOpen ? `${ofGroup} ${groups.comment}` : groups.comment;
      isOpen = true;
      continue;
    }
    isOpen = false;
    if (groups?.blank !== undefined || groups?.area !== undefined) ofGroup = '';
    if (groups?.name !== undefined) found.set(`${area}.${groups.name}`, joined(ofGroup, ofArea));
  }
  return found;
}

function joined(...comments: readonly string[]): string {
  return comments.filter((comment) => comment !== '').join(' ');
}
