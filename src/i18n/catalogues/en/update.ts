/** What a terminal says about a newer version. `command`, `file`: text to copy. */
export const update = {
  available: 'mailvet {latest} is available, this is {own}',
  by_command: 'Update: {command}',
  by_file: 'Update: run install.sh again, or replace {file}',
} as const;
