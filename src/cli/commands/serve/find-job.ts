import { existsSync } from 'node:fs';
import { isMailvetError } from '../../../errors.ts';
import { readJobSummary } from '../../../lists/directory/job-directory.ts';
import type { Invocation } from '../../invocation.ts';
import { jobsDirectory } from '../batch/submit/job-access.ts';

type FindJob = (id: string) => { readonly written: readonly string[] } | undefined;

/** Finds a job of this user that was submitted to the embedded service with this database. */
export function jobFinder(invocation: Pick<Invocation, 'context'>, database: string): FindJob {
  const directory = jobsDirectory(invocation);
  return (id) => {
    try {
      const { record, written } = readJobSummary(directory, id);
      if (record.service !== `embedded:${database}`) return undefined;
      const paths = new Set(written.map(({ path }) => path));
      return { written: [...paths].filter((path) => existsSync(path)) };
    } catch (error) {
      // One that is forgotten or damaged: its batches are here nevertheless.
      if (isMailvetError(error)) return undefined;
      throw error;
    }
  };
}
