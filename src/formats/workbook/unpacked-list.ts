import type { InspectOptions } from '../inspect/inspect-list.ts';

/** A list as it is to be read: a workbook's sheet has become CSV, all else is what it was. */
export interface UnpackedList {
  readonly chunks: AsyncIterable<Uint8Array>;
  /** Undefined when it is no workbook. */
  readonly sheet?: UnpackedSheet;
}

interface UnpackedSheet {
  readonly name: string;
  /** Other sheets that hold addresses. */
  readonly others: readonly string[];
  /** How to read the sheet, whatever was said about the file. */
  readonly reading: InspectOptions;
}

/** Bytes at the start of a file that say what it is. */
export const SIGNATURE_SIZE = 4096;
