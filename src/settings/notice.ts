import { either, type SettingTable } from './setting.ts';

/** Notices of the command line that can be turned off: by a variable, or in the user's config file. */
export const NOTICE_SETTINGS = {
  'update-notice': {
    type: either('true', 'false'),
    help: 'say on a terminal, once a day, that there is a newer version',
    default: 'true',
  },
} as const satisfies SettingTable;
