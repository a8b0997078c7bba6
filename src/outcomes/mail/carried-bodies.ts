/**
 * A message without the bodies of the messages that it carries: only their header is read. They are half of
 * a bounce and more, and the parser would take them apart line by line.
 */
export function withoutCarriedBodies(bytes: Buffer): Buffer {
  const text = bytes.toString('latin1');
  const kept: string[] = [];
  let from = 0;
  for (let body = findBody(text, 0); body; body = findBody(text, from)) {
    kept.push(text.slice(from, body.start));
    from = body.end;
  }
  return kept.length === 0 ? bytes : Buffer.from([...kept, text.slice(from)].join(''), 'latin1');
}

interface Span {
  readonly start: number;
  readonly end: number;
}

/** Filters send reports on in messages of their own: what such a report says is its body. */
export function isCarriedReport(message: string): boolean {
  const end = message.search(/\r?\n\r?\n/);
  return /^content-type:\s*multipart\/report\b/im.test(
    end === -1 ? message : message.slice(0, end),
  );
}

/** The body of the next carried message: up to the boundary line that stands before its part (RFC 2046 §5.1.1). */
function findBody(text: string, from: number): Span | undefined {
  const part = indexOf(text, {
    pattern: /^content-type:[ \t]*message\/(?:rfc822|global)\b/gim,
    from,
  });
  const boundary = part === -1 ? -1 : text.lastIndexOf('\n--', part);
  const header = boundary === -1 ? -1 : indexBehindEmptyLine(text, part);
  const start = header === -1 ? -1 : indexBehindEmptyLine(text, header);
  if (start === -1) return undefined;
  if (isCarriedReport(text.slice(header, start))) return { start, end: start };
  const line = text.slice(boundary, text.indexOf('\n', boundary + 1)).trimEnd();
  const end = text.indexOf(line, start - 1);
  return { start, end: end === -1 ? text.length : end };
}

function indexBehindEmptyLine(text: string, from: number): number {
  const at = indexOf(text, { pattern: /\n\r?\n/g, from });
  return at === -1 ? -1 : text.indexOf('\n', at + 1) + 1;
}

/** As String.indexOf, for a pattern with the flag g. */
function indexOf(
  text: string,
  { pattern, from }: { readonly pattern: RegExp; readonly from: number },
): number {
  pattern.lastIndex = from;
  return pattern.exec(text)?.index ?? -1;
}
