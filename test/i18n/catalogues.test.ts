/** Every language says all that English says, of the same values; nothing is said that no page shows. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';
import { describe, expect, it } from 'vitest';
import { englishTexts, translation } from '../../scripts/texts.ts';
import { LANGUAGES } from '../../src/i18n/languages.ts';

const source = new Map(Object.entries(englishTexts()));

describe.each(LANGUAGES.slice(1))('%s', (language) => {
  const texts = new Map(Object.entries(translation(language)));

  it('has texts of English alone', () => {
    expect([...texts.keys()].filter((id) => !source.has(id))).toEqual([]);
  });

  it('needs the same values', () => {
    const needed = (all: Map<string, string>) =>
      Object.fromEntries([...all].map(([id, text]) => [id, valuesOf(parse(text))]));
    const translated = new Map([...source].filter(([id]) => texts.has(id)));
    expect(needed(texts)).toEqual(needed(translated));
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
      !name.startsWith(join('i18n', 'english')) &&
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
