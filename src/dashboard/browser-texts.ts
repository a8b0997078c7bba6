import { readFileSync } from 'node:fs';
import { bundleForBrowsers } from '../lib/browser-bundle.ts';

/** What browsers load. */
export const SCRIPT = await bundleForBrowsers(new URL('./browser/dashboard.ts', import.meta.url));
export const STYLE = await bundleForBrowsers(new URL('./browser/dashboard.css', import.meta.url));
export const ICON = readFileSync(new URL('./browser/icon.svg', import.meta.url), 'utf8');
