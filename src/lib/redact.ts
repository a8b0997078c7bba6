/** What may stand before an `@`; a quoted local part may hold anything but a quotation mark. */
const ADDRESS = /(?:"[^"\n]*"|[^\s@＠<>()[\],;:"]+)(?=[@＠])/gu;

/** Text in which of every address only the first letter and the domain are left: `a***@example.com`. */
export function redactAddresses(text: string): string {
  return text.replace(ADDRESS, (local) => `${[...local.replace(/^"/, '')][0] ?? ''}***`);
}
