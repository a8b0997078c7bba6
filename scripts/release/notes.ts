/** Prints what the changelog says of the version: the notes of its release. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readSections } from './checks.ts';
import { ROOT } from './share.ts';

const read = (name: string) => readFileSync(join(ROOT, name), 'utf8');
const { version } = JSON.parse(read('package.json')) as { version: string };
const sections = readSections(read('CHANGELOG.md'));
const heading = [...sections.keys()].find((name) => name.startsWith(`[${version}]`));
if (heading === undefined) throw new Error(`CHANGELOG.md has no section for ${version}`);
console.log(sections.get(heading)?.trim());
