/**
 * Lists of the command line: batches of the embedded service that carry a job. What their rows are is in the job
 * of the person who verified them; here are their batches.
 */
import type { Verdict } from '../../contract/verdict.ts';

export interface JobList {
  /** `job_…` */
  readonly id: string;
  /** Of its file. */
  readonly name: string;
  /** `waiting`: not all of it was sent, or has come back. */
  readonly status: 'waiting' | 'completed' | 'cancelled';
  /** Distinct addresses of the list. */
  readonly totalCount: number;
  readonly processedCount: number;
  /** When its first batch was created. */
  readonly createdAt: number;
}

/** What its batches came to, each address once. */
export interface JobListResults {
  readonly list: JobList;
  readonly verdicts: Readonly<Record<Verdict, number>>;
}

/** What the machine knows of a job, where its files are at hand. */
export interface FoundJob {
  /** Absolute paths of the results files that are there, the list itself first. */
  readonly written: readonly string[];
}

/** Finds a job among those of the person who runs the service; undefined where it is not there. */
export type FindJob = (id: string) => FoundJob | undefined;
