import { execFileSync } from 'node:child_process';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** A file system in memory, to be filled. */
export interface SmallDisk {
  fill(): void;
  empty(): void;
  remove(): void;
}

/** Mounts it over a folder: for root on Linux. */
export function openSmallDisk(folder: string, megabytes: number): SmallDisk {
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder]);
  const ballast = join(folder, 'ballast');
  return {
    fill() {
      const file = openSync(ballast, 'w');
      try {
        for (const size of [1 << 20, 4096]) fillWith(file, Buffer.alloc(size));
      } finally {
        closeSync(file);
      }
    },
    empty: () => rmSync(ballast, { force: true }),
    remove: () => void execFileSync('umount', ['-l', folder]),
  };
}

function fillWith(file: number, block: Buffer): void {
  try {
    while (writeSync(file, block) === block.length);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  }
}
