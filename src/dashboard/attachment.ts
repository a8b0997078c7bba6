/** A file to be saved, streamed as it is created. */
export function attachment(
  name: string,
  type: string,
  bytes: AsyncIterable<Uint8Array> | string,
): Response {
  const body = typeof bytes === 'string' ? bytes : ReadableStream.from(bytes);
  return new Response(body, {
    headers: { 'Content-Type': type, 'Content-Disposition': dispositionOf(name) },
  });
}

/** RFC 6266 §4.3: the name in UTF-8, and for older programs without what ASCII does not have. */
function dispositionOf(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(name.toWellFormed()).replace(/['()*]/g, percentEncoded);
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

function percentEncoded(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}
