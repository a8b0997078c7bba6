import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

export type Environment = Readonly<Record<string, string>>;

interface Place {
  readonly cwd: string;
  readonly env: Environment;
}

/** What a program prints. Rejects with the end of what it printed where it fails. */
export function run(
  program: string,
  args: readonly string[],
  { cwd, env }: Place,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = { cwd, env, maxBuffer: 1e9 };
    execFile(program, [...args], options, (error, stdout, stderr) => {
      if (!error) return resolve(stdout);
      const end = `${stdout}\n${stderr}`.trim().split('\n').slice(-12).join('\n');
      reject(new Error(`${program} ${args.slice(0, 3).join(' ')}: ${end || error.message}`));
    });
  });
}

/** A user who has nothing: an empty home, this Node and the machine's programs, none of the checkout's. */
export function newUser(folder: string, npm: Environment): Environment {
  const outside = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((one) => !/node_modules/.test(one));
  return {
    HOME: mkdtempSync(join(folder, 'home-')),
    PATH: [dirname(process.execPath), ...outside].join(delimiter),
    LANG: 'C.UTF-8',
    ...npm,
  };
}

/** Bytes on the disk. */
export async function sizeOf(path: string, env: Environment): Promise<number> {
  return Number.parseInt(await run('du', ['-sk', path], { cwd: '/', env }), 10) * 1024;
}

/** A reason why a route can't be done here; undefined where every program is there. */
export function findLacking(...programs: readonly string[]): string | undefined {
  const lacking = programs.filter((name) => findProgram(name) === undefined);
  return lacking.length === 0 ? undefined : `${lacking.join(', ')} not found`;
}

/** The path of a program of this machine. */
export function findProgram(name: string): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}
