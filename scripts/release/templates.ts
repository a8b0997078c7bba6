export interface Release {
  /** `https://host/owner/name` */
  readonly repository: string;
  /** `1.2.3` */
  readonly version: string;
  /** SHA-256 in hexadecimal, by the name of the file. */
  readonly checksums: ReadonlyMap<string, string>;
}

/** Reads what `sha256sum` writes. Throws for a line that is something else. */
export function parseChecksums(text: string): Map<string, string> {
  const lines = text.split('\n').filter((line) => line !== '');
  return new Map(
    lines.map((line) => {
      const [, sum = '', name = ''] = /^([0-9a-f]{64}) [ *](\S+)$/.exec(line) ?? [];
      if (name === '') throw new Error(`This is no line of checksums: ${line}`);
      return [name, sum];
    }),
  );
}

export function parseRepository(text: string): string {
  const url = URL.parse(text);
  const isRepository = url?.protocol === 'https:' && /^\/[^/]+\/[^/]+$/.test(url.pathname);
  if (isRepository) return url.href;
  throw new Error(`The repository has to be https://host/owner/name, not ${text}`);
}

/** Fills in `@VERSION@`, `@REPOSITORY@`, `@RELEASES@` and `@SHA256:<file>@`. Throws for any other mark. */
export function fillTemplate(template: string, release: Release): string {
  return template.replace(/@([A-Z0-9]+)(?::([^@\s]+))?@/g, (mark, name: string, file?: string) => {
    const value = findValue(name, file, release);
    if (value === undefined) throw new Error(`Nothing is known for ${mark}`);
    return value;
  });
}

function findValue(name: string, file: string | undefined, release: Release): string | undefined {
  const { repository, version, checksums } = release;
  if (name === 'SHA256') return file && checksums.get(file);
  const values: Readonly<Record<string, string>> = {
    VERSION: version,
    REPOSITORY: repository,
    RELEASES: `${repository}/releases`,
  };
  return values[name];
}
