import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What stands in files that no policy may read. */
const SECRET = 'SECRET=hunter2';

/**
 * Fills a folder with a folder `project`, and with files beside it and in it that a policy may name. Returns the
 * names, and what is said of each.
 */
export function fillProject(home: string): readonly (readonly [name: string, said: string])[] {
  const [project, outside] = [join(home, 'project'), join(home, 'outside')];
  for (const folder of [project, outside, join(project, 'sub'), join(project, '.hidden')])
    mkdirSync(folder);
  for (const path of ['outside/a.txt', 'project/.netrc', 'project/.hidden/a.txt'])
    writeFileSync(join(home, path), `${SECRET}\n`);
  writeFileSync(join(project, 'wrong.txt'), `partner.example\n${SECRET}\n`);
  symlinkSync(join(outside, 'a.txt'), join(project, 'link.txt'));
  symlinkSync(outside, join(project, 'folder'));
  symlinkSync('.netrc', join(project, 'seen.txt'));
  symlinkSync('/proc/self/environ', join(project, 'environ.txt'));
  symlinkSync('/dev/zero', join(project, 'zero.txt'));
  execFileSync('mkfifo', [join(project, 'pipe')]);
  writeFileSync(join(project, 'huge.txt'), '');
  truncateSync(join(project, 'huge.txt'), 3 * 1024 ** 3);
  return [
    ['../outside/a.txt', 'outside'],
    [join(outside, 'a.txt'), 'outside'],
    ['link.txt', 'outside'],
    ['folder/a.txt', 'outside'],
    ['/proc/self/environ', 'outside'],
    ['environ.txt', 'outside'],
    ['/dev/zero', 'outside'],
    ['zero.txt', 'outside'],
    ['.netrc', 'is hidden'],
    ['.hidden/a.txt', 'is hidden'],
    ['seen.txt', 'is hidden'],
    ['pipe', 'is a device, a pipe or a socket'],
    ['sub', 'is a directory'],
    ['huge.txt', 'have at most 16 MB'],
    ['wrong.txt', 'wrong.txt:2: this is no domain'],
  ];
}

/** Writes a policy whose list is in a file. */
export function writePolicy(home: string, file: string, policy = 'project/mailvet.json'): void {
  writeFileSync(join(home, policy), JSON.stringify({ lists: { allow: [{ file }] } }));
}
