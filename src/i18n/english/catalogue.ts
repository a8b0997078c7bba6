import * as errors from './errors.ts';
import * as listPages from './list-pages.ts';
import * as reports from './reports.ts';
import * as results from './results.ts';
import * as teamPages from './team-pages.ts';

/** All English texts by area and name: the source of the translations. */
export const catalogue = { ...listPages, ...teamPages, ...errors, ...results, ...reports };
