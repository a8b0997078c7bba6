import { readSections } from '../release/checks.ts';

interface Entry {
  /** In Debian's form: `0.2.0~rc.1`. */
  readonly version: string;
  readonly maintainer: string;
  readonly date: Date;
}

/** The changelog as Debian's tools read it (deb-changelog(5)); what changed is in the one beside it. */
export function toDebianChangelog({ version, maintainer, date }: Entry): string {
  return `mailvet (${version}) stable; urgency=medium

  * What changed is in /usr/share/doc/mailvet/CHANGELOG.md.gz

 -- ${maintainer}  ${date.toUTCString().replace('GMT', '+0000')}
`;
}

/** The day of a version, at midnight UTC; undefined where the changelog has no section of it. */
export function findReleaseDate(changelog: string, version: string): Date | undefined {
  const begin = `[${version}] - `;
  const heading = [...readSections(changelog).keys()].find((name) => name.startsWith(begin));
  return heading === undefined ? undefined : new Date(`${heading.slice(begin.length)}T00:00:00Z`);
}

/** `0.2.0-rc.1` precedes `0.2.0` for Debian only as `0.2.0~rc.1`. */
export function debianVersion(version: string): string {
  return version.replace('-', '~');
}
