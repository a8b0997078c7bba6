import { createHash } from 'node:crypto';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Hono } from 'hono';
import { ICON, SCRIPT, STYLE } from './browser-texts.ts';
import type { DashboardEnvironment, PageContext } from './environment.ts';

interface Asset {
  /** `dashboard.css`: what it is, without its version. */
  readonly name: string;
  /** Of the content. */
  readonly version: string;
  readonly type: string;
  readonly body: CompressedText;
}

export const STYLE_SHEET = asset('dashboard.css', 'text/css; charset=utf-8', STYLE);
export const PAGE_SCRIPT = asset('dashboard.js', 'text/javascript; charset=utf-8', SCRIPT);
export const PAGE_ICON = asset('icon.svg', 'image/svg+xml', ICON);

const ASSETS = [STYLE_SHEET, PAGE_SCRIPT, PAGE_ICON];

function asset(name: string, type: string, text: string): Asset {
  const version = createHash('sha256').update(text).digest('base64url').slice(0, 12);
  return { name, version, type, body: compressedText(text) };
}

/** `/assets/dashboard.4Q1nZ0aK7_bX.css`: a browser that has the file of this name does not ask again. */
export function assetPath({ name, version }: Asset): string {
  const [stem, ending] = name.split('.');
  return `/assets/${stem}.${version}.${ending}`;
}

export function assetRoutes(app: Hono<DashboardEnvironment>): void {
  app.get('/assets/:file', (c) => {
    const [stem, version, ending] = c.req.param('file').split('.');
    const found = ASSETS.find(({ name }) => name === `${stem}.${ending}`);
    return found ? answer(c, found, version) : c.notFound();
  });
}

/**
 * While nodes are updated in turn, one is asked for the version of another: it answers with its own, which the
 * browser must not keep under that name.
 */
function answer(c: PageContext, asset: Asset, asked: string | undefined): Response {
  const { type, version, body } = asset;
  const encoding = accepted(c.req.header('Accept-Encoding') ?? '');
  const etag = `"${version}${encoding === undefined ? '' : `-${encoding}`}"`;
  const headers = {
    'Content-Type': type,
    'Cache-Control': asked === version ? 'public, max-age=31536000, immutable' : 'no-cache',
    ETag: etag,
    Vary: 'Accept-Encoding',
    ...(encoding && { 'Content-Encoding': encoding }),
  };
  if (c.req.header('If-None-Match') === etag) return c.body(null, 304, headers);
  return c.body(body(encoding), 200, headers);
}

type Encoding = 'br' | 'gzip';
type CompressedText = (encoding: Encoding | undefined) => string | Uint8Array<ArrayBuffer>;

function accepted(header: string): Encoding | undefined {
  const named = header.split(',').map((part) => part.trim().split(';')[0]);
  return (['br', 'gzip'] as const).find((encoding) => named.includes(encoding));
}

/** Compressed once each, when it is first asked for. */
function compressedText(text: string): CompressedText {
  const made = new Map<Encoding, Uint8Array<ArrayBuffer>>();
  return (encoding) => {
    if (encoding === undefined) return text;
    const known = made.get(encoding);
    if (known) return known;
    const bytes = new Uint8Array(encoding === 'br' ? brotliCompressSync(text) : gzipSync(text));
    made.set(encoding, bytes);
    return bytes;
  };
}
