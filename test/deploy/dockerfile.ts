export interface Instruction {
  /** `RUN` */
  readonly name: string;
  /** What follows, on one line. */
  readonly text: string;
}

/** One part of the file, from FROM to FROM. */
export interface Stage {
  /** The image that it begins with. */
  readonly base: string;
  readonly name: string | undefined;
  readonly instructions: readonly Instruction[];
}

/** What a Dockerfile says, as far as this repository's go: no variables, no here-documents. */
export function parseDockerfile(text: string): Stage[] {
  const lines = text
    .replace(/^\s*#.*\n/gm, '')
    .replace(/\\\n\s*/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '');
  const stages: { base: string; name: string | undefined; instructions: Instruction[] }[] = [];
  for (const line of lines) {
    const [, name = '', rest = ''] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? [];
    if (name === 'FROM') {
      const [base = '', , stage] = rest.split(/\s+/);
      stages.push({ base, name: stage, instructions: [] });
    } else {
      stages.at(-1)?.instructions.push({ name, text: rest });
    }
  }
  return stages;
}

export interface Copy {
  readonly from: string | undefined;
  readonly owner: string | undefined;
  readonly sources: readonly string[];
  readonly to: string;
}

export function parseCopy({ text }: Instruction): Copy {
  const words = text.split(/\s+/);
  const flag = (name: string) =>
    words.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3);
  const paths = words.filter((word) => !word.startsWith('--'));
  return {
    from: flag('from'),
    owner: flag('chown'),
    sources: paths.slice(0, -1),
    to: paths.at(-1) ?? '',
  };
}

/** `A=b C="d e"` as [name, value]. */
export function parseEnv({ text }: Instruction): [string, string][] {
  const pairs = text.matchAll(/([A-Z_]+)=(?:"([^"]*)"|(\S+))/g);
  return [...pairs].map(([, name = '', quoted, plain]) => [name, quoted ?? plain ?? '']);
}

/** The words of the JSON form: `["mailvet", "health"]`. */
export function parseWords(text: string): string[] {
  return JSON.parse(text.slice(text.indexOf('[')));
}
