/** Whether work ended because its signal aborted: nobody waits for it any more. */
export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}
