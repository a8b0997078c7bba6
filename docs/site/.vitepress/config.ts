import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vitepress';
import { NAVIGATION } from '../navigation.ts';
import { SEARCH } from '../search.ts';
import { writeForAgents } from '../write-for-agents.ts';

/** `recipes/README.md` → `/recipes/` */
const linkOf = (path: string) => `/${path.replace(/(?:README)?\.md$/, '')}`;

/** Pages lie above the folder that has Vue. */
const vueForPages: Plugin = {
  name: 'Vue for pages',
  enforce: 'pre',
  resolveId(id, importer) {
    if (!/^vue(?:\/|$)/.test(id) || !importer?.endsWith('.md')) return null;
    return this.resolve(id, fileURLToPath(import.meta.url), { skipSelf: true });
  },
};

export default defineConfig({
  title: 'mailvet',
  description: 'Verify e-mail addresses on your own machine',
  lang: 'en',
  srcDir: '..',
  srcExclude: ['site/**', 'examples/**'],
  outDir: '../../out/site',
  cacheDir: '../../out/site-cache',
  rewrites: { 'README.md': 'index.md', ':folder/README.md': ':folder/index.md' },
  // The files of a checkout, and what a running service serves.
  cleanUrls: true,
  lastUpdated: false,
  vite: {
    plugins: [vueForPages],
    ssr: { external: ['vue', 'vue/server-renderer'] },
    build: { chunkSizeWarningLimit: 2_000 },
  },
  markdown: {
    // Replies of mail hosts and placeholders such as <file> are text.
    html: false,
    config: (markdown) => {
      markdown.core.ruler.before('normalize', 'marks', translateMarks);
      const { code_inline: asCode } = markdown.renderer.rules;
      // {{ … }} of n8n is no expression of Vue.
      markdown.renderer.rules.code_inline = (...args) =>
        asCode?.(...args).replace('<code', '<code v-pre') ?? '';
      markdown.core.ruler.push('links within the site', unlinkOthers);
    },
  },
  themeConfig: {
    search: {
      provider: 'local',
      options: { miniSearch: SEARCH },
    },
    outline: [2, 3],
    sidebar: NAVIGATION.map(({ title, pages }) => ({
      text: title,
      items: pages.map((page) => ({ text: page.title, link: linkOf(page.path) })),
    })),
  },
  buildEnd: ({ srcDir, outDir }) => writeForAgents(srcDir, outDir),
});

interface Token {
  tag: string;
  readonly type: string;
  readonly children: Token[] | null;
  attrs: [string, string][] | null;
  attrGet(name: string): string | null;
}

interface State {
  readonly tokens: readonly Token[];
  readonly env: { readonly relativePath?: string };
}

/** What pages have of HTML: the marks of generated parts, and the anchors of providers. */
function translateMarks(state: { src: string }): void {
  state.src = state.src
    .replaceAll(/^<!--.*-->$/gm, '')
    .replaceAll(/^(#+) <a id="([^"]+)"><\/a>(.*)$/gm, '$1 $3 {#$2}');
}

/** A link to a file of the repository that is no page stays as its text. */
function unlinkOthers({ tokens, env: { relativePath = '' } }: State): void {
  const folder = dirname(relativePath);
  for (const { children } of tokens) {
    let isWithin = true;
    for (const token of children ?? []) {
      if (token.type === 'link_open') {
        isWithin = leadsToPage(token.attrGet('href') ?? '', folder);
        if (!isWithin) asText(token);
      } else if (token.type === 'link_close' && !isWithin) asText(token);
    }
  }
}

function asText(token: Token): void {
  token.tag = 'span';
  token.attrs = null;
}

function leadsToPage(href: string, folder: string): boolean {
  if (/^(?:[a-z]+:|#|\/)/.test(href)) return true;
  return !normalize(join(folder, href)).startsWith('..') && !/\.ts$/.test(href);
}
