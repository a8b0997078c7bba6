import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { NAVIGATION } from './navigation.ts';

const SUMMARY = `# mailvet

> Verifies e-mail addresses by DNS and SMTP on one's own machine: a command line, a service with an HTTP interface and
> a dashboard, a library, an MCP server. It never sends a message. Addresses under sandbox.test are answered offline.

\`mailvet commands --json\` describes every command and flag; \`GET /api/v1/openapi.json\` of a service its interface.
[SKILL.md](skills/mailvet/SKILL.md) shows an agent what to run, [mailvet.schema.json](mailvet.schema.json) is the schema of a policy.
`;

/** What https://llmstxt.org asks for: an index of the pages as Markdown. */
export function llmsText(): string {
  const sections = NAVIGATION.map(({ title, pages }) => {
    const lines = pages.map((page) => `- [${page.title}](${page.path}): ${page.about}`);
    return `## ${title}\n\n${lines.join('\n')}\n`;
  });
  return [SUMMARY, ...sections].join('\n');
}

/** Puts llms.txt, the pages that it names as they were written, the policy's schema and the skill beside the pages. */
export function writeForAgents(from: string, to: string): void {
  const pages = NAVIGATION.flatMap((section) => section.pages).map(({ path }) => path);
  for (const path of pages) cpSync(join(from, path), join(to, path));
  cpSync(join(from, 'reference/mailvet.schema.json'), join(to, 'mailvet.schema.json'));
  cpSync(join(from, '../deploy/skills'), join(to, 'skills'), { recursive: true });
  writeFileSync(join(to, 'llms.txt'), llmsText());
  const texts = pages.map((path) => readFileSync(join(from, path), 'utf8'));
  writeFileSync(join(to, 'llms-full.txt'), [SUMMARY, ...texts].join('\n'));
}
