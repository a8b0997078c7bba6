import { bundleForBrowsers } from '../../lib/browser-bundle.ts';

/** The style of the API reference. */
export const STYLE = await bundleForBrowsers(new URL('docs.css', import.meta.url));
