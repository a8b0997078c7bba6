import { createHash } from 'node:crypto';
import type { Hono } from 'hono';
import type { DashboardEnvironment } from '../environment.ts';
import { ICON } from './icon.ts';
import { SCRIPT } from './script.ts';
import { STYLE } from './style.ts';
import { UPLOAD_SCRIPT } from './upload-script.ts';

const ASSETS = [
  { path: '/assets/dashboard.css', type: 'text/css; charset=utf-8', text: STYLE },
  {
    path: '/assets/dashboard.js',
    type: 'text/javascript; charset=utf-8',
    text: SCRIPT + UPLOAD_SCRIPT,
  },
  { path: '/assets/icon.svg', type: 'image/svg+xml', text: ICON },
];

/** Cached by browsers but revalidated each time, so that an update shows at once. */
export function assetRoutes(app: Hono<DashboardEnvironment>): void {
  for (const { path, type, text } of ASSETS) {
    const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
    const headers = { 'Content-Type': type, 'Cache-Control': 'no-cache', ETag: etag };
    app.get(path, (c) => {
      if (c.req.header('If-None-Match') === etag) return c.body(null, 304, headers);
      return c.body(text, 200, headers);
    });
  }
}
