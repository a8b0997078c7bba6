import type { SpooledFile } from './spool-file.ts';

/** A form with a file, received. */
export interface ReceivedForm {
  /** Empty when it is missing. */
  text(name: string): string;
  /** Absent when none was chosen. */
  readonly file: (SpooledFile & { readonly name: string }) | undefined;
  close(): Promise<void>;
}
