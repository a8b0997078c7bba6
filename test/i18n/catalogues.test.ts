/** Every language says all that English says, of the same values; nothing is said that no page shows. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';
import { describe, expect, it } from 'vitest';
import { catalogue as de } from '../../src/i18n/catalogues/de/catalogue.ts';
import { catalogue as en } from '../../src/i18n/catalogues/en/catalogue.ts';
import { catalogue as es } from '../../src/i18n/catalogues/es/catalogue.ts';
import { catalogue as fr } from '../../src/i18n/catalogues/fr/catalogue.ts';
import { catalogue as it_ } from '../../src/i18n/catalogues/it/catalogue.ts';
import { catalogue as ja } from '../../src/i18n/catalogues/ja/catalogue.ts';
import { catalogue as pt } from '../../src/i18n/catalogues/pt/catalogue.ts';
import { LANGUAGES } from '../../src/i18n/languages.ts';

type Areas = Readonly<Record<string, Readonly<Record<string, string>>>>;

const TRANSLATED: Readonly<Record<string, Areas>> = { de, fr, es, it: it_, pt, ja };

const source = entriesOf(en);

function entriesOf(areas: Areas): Map<string, string> {
  return new Map(
    Object.entries(areas).flatMap(([area, texts]) =>
      Object.entries(texts).map(([name, text]) => [`${area}.${name}`, text] as const),
    ),
  );
}

it('there is a catalogue for each language', () => {
  expect(['en', ...Object.keys(TRANSLATED)]).toEqual(LANGUAGES);
});

describe.each(Object.entries(TRANSLATED))('%s', (language, areas) => {
  const texts = entriesOf(areas);

  it('has the texts of English, no fewer and no more, in the same order', () => {
    expect([...texts.keys()]).toEqual([...source.keys()]);
  });

  it('needs the same values', () => {
    const needed = (all: Map<string, string>) =>
      Object.fromEntries([...all].map(([id, text]) => [id, valuesOf(parse(text))]));
    expect(needed(texts)).toEqual(needed(source));
  });

  it('has the forms of plurals that the language has', () => {
    const rules = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
    const needed = rules.filter((form) => form !== 'many').sort();
    for (const [id, text] of texts) {
      for (const forms of pluralsOf(parse(text))) {
        const own = forms.filter((form) => !form.startsWith('=') && form !== 'many');
        expect([id, own.sort()]).toEqual([id, needed]);
      }
    }
  });

  it('has no straight apostrophe, which quotes what is behind it', () => {
    expect([...texts].filter(([, text]) => text.includes("'"))).toEqual([]);
  });

  it('is translated: few texts are the English ones', () => {
    const same = [...texts].filter(([id, text]) => text === source.get(id));
    expect(same.length).toBeLessThan(source.size / 10);
  });
});

const code = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter(
    (name) =>
      name.endsWith('.ts') &&
      !name.startsWith(join('i18n', 'catalogues')) &&
      name !== join('i18n', 'message.ts'),
  )
  .map((name) => readFileSync(join('src', name), 'utf8'))
  .join('\n');

it('each text is shown somewhere', () => {
  const completed = [...code.matchAll(/`(\w+\.\w*)\$\{/g)].map(([, start = '']) => start);
  const unused = [...source.keys()].filter(
    (id) => !code.includes(`'${id}'`) && !completed.some((start) => id.startsWith(start)),
  );
  expect(unused).toEqual([]);
});

/** Names of values with how they are formatted, and of tags. */
function valuesOf(elements: readonly MessageFormatElement[]): string[] {
  const found = elements.flatMap((element): string[] => {
    if (element.type === TYPE.literal || element.type === TYPE.pound) return [];
    if (element.type === TYPE.tag) return [`<${element.value}>`, ...valuesOf(element.children)];
    if (element.type === TYPE.select || element.type === TYPE.plural) {
      const inside = Object.values(element.options).flatMap(({ value }) => valuesOf(value));
      return [element.value, ...inside];
    }
    return [element.value];
  });
  return [...new Set(found)].sort();
}

/** The forms of each plural in a message. */
function pluralsOf(elements: readonly MessageFormatElement[]): string[][] {
  return elements.flatMap((element) => {
    if (element.type === TYPE.tag) return pluralsOf(element.children);
    if (element.type !== TYPE.select && element.type !== TYPE.plural) return [];
    const inside = Object.values(element.options).flatMap(({ value }) => pluralsOf(value));
    return element.type === TYPE.plural ? [Object.keys(element.options), ...inside] : inside;
  });
}
