import { createHash } from 'node:crypto';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Hono } from 'hono';
import type { DashboardEnvironment, PageContext } from '../environment.ts';
import { ICON } from './icon.ts';
import { minify } from './minify.ts';
import { SCRIPT } from './script.ts';
import { STYLE } from './style.ts';
import { UPLOAD_SCRIPT } from './upload-script.ts';

interface Asset {
  readonly path: string;
  readonly type: string;
  readonly text: string;
  /** Names the content: a page that asks for it gets this very one. */
  readonly version: string;
}

export const STYLE_SHEET = asset('/assets/dashboard.css', 'text/css; charset=utf-8', minify(STYLE));
export const PAGE_SCRIPT = asset(
  '/assets/dashboard.js',
  'text/javascript; charset=utf-8',
  minify(SCRIPT + UPLOAD_SCRIPT),
);
const PAGE_ICON = asset('/assets/icon.svg', 'image/svg+xml', ICON);

function asset(path: string, type: string, text: string): Asset {
  const version = createHash('sha256').update(text).digest('base64url').slice(0, 22);
  return { path, type, text, version };
}

/** With its version: a browser that has it does not ask again. */
export function versioned({ path, version }: Asset): string {
  return `${path}?v=${version}`;
}

export function assetRoutes(app: Hono<DashboardEnvironment>): void {
  for (const each of [STYLE_SHEET, PAGE_SCRIPT, PAGE_ICON]) {
    const bodies = compressedBodies(each.text);
    app.get(each.path, (c) => answer(c, each, bodies));
  }
}

/** Without its version it is revalidated each time, so that an update shows at once. */
function answer(c: PageContext, { type, version }: Asset, bodies: Bodies): Response {
  const isNamed = c.req.query('v') === version;
  const encoding = accepted(c.req.header('Accept-Encoding') ?? '');
  const etag = `"${version}${encoding === undefined ? '' : `-${encoding}`}"`;
  const headers = {
    'Content-Type': type,
    'Cache-Control': isNamed ? 'public, max-age=31536000, immutable' : 'no-cache',
    ETag: etag,
    Vary: 'Accept-Encoding',
    ...(encoding && { 'Content-Encoding': encoding }),
  };
  if (c.req.header('If-None-Match') === etag) return c.body(null, 304, headers);
  return c.body(bodies(encoding), 200, headers);
}

type Encoding = 'br' | 'gzip';
type Bodies = (encoding: Encoding | undefined) => string | Uint8Array<ArrayBuffer>;

function accepted(header: string): Encoding | undefined {
  const named = header.split(',').map((part) => part.trim().split(';')[0]);
  return (['br', 'gzip'] as const).find((encoding) => named.includes(encoding));
}

/** Compressed once each, when it is first asked for. */
function compressedBodies(text: string): Bodies {
  const made = new Map<Encoding, Uint8Array<ArrayBuffer>>();
  return (encoding) => {
    if (encoding === undefined) return text;
    const known = made.get(encoding);
    if (known) return known;
    const body = new Uint8Array(encoding === 'br' ? brotliCompressSync(text) : gzipSync(text));
    made.set(encoding, body);
    return body;
  };
}
