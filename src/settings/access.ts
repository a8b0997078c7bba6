import { type SettingTable, text } from './setting.ts';

/** Which service a command calls, and as whom. Each stands in a profile of the user's config file, too. */
export const ACCESS_SETTINGS = {
  'api-key': {
    value: '<key>',
    type: text('an API key'),
    help: 'the API key; other users of this machine can see it while the program runs',
    variableHelp: 'the API key',
  },
  'base-url': {
    value: '<url>',
    type: text('a URL'),
    help: 'the service',
  },
  profile: {
    value: '<name>',
    type: text('the name of a profile'),
    help: 'settings to use: each profile has its own key and base URL',
    variableHelp: 'the profile of the config file to use',
  },
} satisfies SettingTable;
