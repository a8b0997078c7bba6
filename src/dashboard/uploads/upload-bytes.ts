/** A million rows with a few more columns. */
export const MAX_UPLOAD_BYTES = 200 * 1024 * 1024;
