import manifest from '../../../package.json' with { type: 'json' };

/** The program's version when it was built. */
export function version(): string {
  return manifest.version;
}
