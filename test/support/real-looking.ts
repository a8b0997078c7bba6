/** An address that is not reserved, made up here: in the source it would be a find of `mailvet scan`. */
export function real(local: string, domain: string): string {
  return `${local}@${domain}`;
}
