/** Settings as options of commander. */
import { Option } from 'commander';
import type { Setting, SettingTable } from '../../settings/setting.ts';
import { gather } from './values.ts';

/** Those that can be given several times stand last. */
export function settingOptions(table: SettingTable): Option[] {
  const settings = Object.entries(table);
  const isLast = ({ isRepeatable }: Setting) => (isRepeatable ? 1 : 0);
  return settings.toSorted(([, a], [, b]) => isLast(a) - isLast(b)).flatMap(toOptions);
}

function toOptions([name, setting]: readonly [string, Setting]): Option[] {
  const option = toOption([name, setting]);
  if (!setting.isNegatable) return [option];
  return [option, new Option(`--no-${name}`, `--${name} off`)];
}

function toOption([name, setting]: readonly [string, Setting]): Option {
  const { value, help, isRepeatable } = setting;
  const option =
    value === undefined
      ? new Option(`--${name}`, help)
      : new Option(`--${name} ${value}`, withDefault(help, setting));
  if (isRepeatable) option.argParser(gather);
  return option;
}

/** `port to listen on (8025)` */
export function withDefault(
  help: string,
  { default: value, otherwise }: Pick<Setting, 'default' | 'otherwise'>,
): string {
  const shown = value ?? otherwise;
  return shown === undefined ? help : `${help} (${shown})`;
}
