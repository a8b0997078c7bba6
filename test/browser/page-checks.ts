/** What is looked for on a page, as code that runs in it. */
import type { Page } from 'playwright-core';

/** Names, addresses and codes are the same in all languages; times and rows that come by themselves are written by the script. */
const DATA =
  '[translate=no], .address, code, pre, time, .code, script, style, noscript, head, .brand, textarea, [data-rows] td';

const ATTRIBUTES = [
  'aria-label',
  'placeholder',
  'title',
  'alt',
  'data-confirm',
  'data-busy',
  'data-done',
  'data-hide',
  'data-label',
  'data-words',
  'data-copied',
  'data-texts',
];

const UNTRANSLATED = `(() => {
  const strip = (text) => {
    let left = text;
    for (let before = ''; before !== left; ) [before, left] = [left, left.replace(/⟦[^⟦⟧]*⟧/g, ' ')];
    // What has a dot or an @ in it is a name of a file, a host, an address.
    return left.replace(/\\S+[.@]\\S*\\w/g, ' ').replace(/\\s+/g, ' ').trim();
  };
  const hasWords = (text) => /\\p{L}{2,}/u.test(text);
  const page = document.documentElement.cloneNode(true);
  for (const data of page.querySelectorAll(${JSON.stringify(DATA)})) data.remove();
  const found = [];
  for (const element of page.querySelectorAll('*')) {
    for (const name of ${JSON.stringify(ATTRIBUTES)}) {
      const value = element.getAttribute(name) ?? '';
      const left = strip(name === 'data-texts' ? Object.values(JSON.parse(value || '{}')).join(' ') : value);
      if (hasWords(left)) found.push(name + ': ' + left);
    }
  }
  const left = strip(page.querySelector('body').textContent);
  return hasWords(left) ? [...found, left] : found;
})()`;

/** The texts of a page that are outside of the brackets of the pseudo-language. */
export function untranslated(page: Page): Promise<readonly string[]> {
  return page.evaluate(UNTRANSLATED);
}

const SPILL = `(() => {
  const { clientWidth, scrollWidth } = document.documentElement;
  if (scrollWidth <= clientWidth) return [];
  const isWide = (element) => element.getBoundingClientRect().right > clientWidth + 1;
  return [...document.body.querySelectorAll('*')]
    .filter((element) => isWide(element) && ![...element.children].some(isWide))
    .slice(0, 5)
    .map(({ tagName, className, textContent }) => [tagName, className, textContent.trim().slice(0, 60)].join(' '));
})()`;

/** What makes a page wider than its window. */
export function spill(page: Page): Promise<readonly string[]> {
  return page.evaluate(SPILL);
}
