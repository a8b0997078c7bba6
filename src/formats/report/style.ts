import { bundleForBrowsers } from '../../lib/browser-bundle.ts';

export const REPORT_STYLE = await bundleForBrowsers(new URL('report.css', import.meta.url));
