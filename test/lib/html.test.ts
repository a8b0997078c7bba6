import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { html } from '../../src/lib/html.ts';
import { escapeMarkup } from '../../src/lib/safe-text.ts';
import { anyText } from '../support/any-text.ts';

describe('html', () => {
  it('escapes texts between tags and in attributes', () => {
    const text = `<img src=x onerror="alert('1')">&`;
    const escaped = '&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;';
    expect(String(html`<p title="${text}">${text}</p>`)).toBe(
      `<p title="${escaped}">${escaped}</p>`,
    );
  });

  it('takes other HTML, and lists of it, as they are', () => {
    const rows = ['a<', 'b'].map((text) => html`<li>${text}</li>`);
    expect(String(html`<ul>${rows}</ul>${html`<hr>`}`)).toBe(
      '<ul><li>a&lt;</li><li>b</li></ul><hr>',
    );
  });

  it('escapes texts in a list too', () => {
    expect(String(html`<p>${['<b>', '&']}</p>`)).toBe('<p>&lt;b&gt;&amp;</p>');
  });

  it('writes nothing for what is absent', () => {
    expect(String(html`<p>${undefined}${null}${false}${0}</p>`)).toBe('<p>0</p>');
  });

  it('lets no text end an element, an attribute or a comment, whatever it is', () => {
    fc.assert(
      fc.property(anyText(), (text) => {
        const inner = String(html`${text}`);
        expect(inner).not.toMatch(/[<>"']/);
        expect(inner.replace(/&(?:amp|lt|gt|quot|#39);/g, '')).not.toContain('&');
      }),
    );
  });
});

describe('html and escapeMarkup', () => {
  it.each([
    ['a control character', 'a\u0000b'],
    ['an override of the direction of text', 'a\u202Eb'],
    ['half a surrogate pair', 'a\uD800b'],
  ])('replace %s', (_, text) => {
    expect(String(html`${text}`)).toBe('a\uFFFDb');
    expect(escapeMarkup(text)).toBe('a\uFFFDb');
  });
});
