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

/** The files of a release that are filled in: template by name. */
export const TEMPLATES: Readonly<Record<string, string>> = {
  'mailvet.rb': 'deploy/templates/mailvet.rb',
  'mailvet.json': 'deploy/templates/scoop.json',
  'mailvet.nix': 'deploy/templates/mailvet.nix',
  'mise.toml': 'deploy/templates/mise.toml',
  '@OWNER@.mailvet.yaml': 'deploy/templates/winget.yaml',
  '@OWNER@.mailvet.installer.yaml': 'deploy/templates/winget.installer.yaml',
  '@OWNER@.mailvet.locale.en-US.yaml': 'deploy/templates/winget.locale.en-US.yaml',
  'install.sh': 'deploy/install.sh',
};

/** Fills in `@VERSION@`, `@OWNER@`, `@REPOSITORY@`, `@RELEASES@` and `@SHA256:<file>@`. Throws for any other mark. */
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
    OWNER: repository.split('/').at(-2) ?? '',
    REPOSITORY: repository,
    RELEASES: `${repository}/releases`,
  };
  return values[name];
}
