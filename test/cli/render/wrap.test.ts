import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { wrapLine } from '../../../src/cli/render/wrap.ts';
import { runCli } from '../../support/run-cli.ts';

const wrap = (line: string, columns: number) => wrapLine(line, columns, stringWidth);

it('breaks no word of the help in a narrow terminal', async () => {
  const { stdout: whole } = await runCli(['--help']);
  const { stdout } = await runCli(['--help'], { terminal: ['stdout'], columns: 40 });
  const words = (text: string) => text.replaceAll(/\x1b\[\d+m/g, '').split(/\s+/);
  expect(words(stdout)).toEqual(words(whole));
  const lines = stdout.replaceAll(/\x1b\[\d+m/g, '').split('\n');
  expect(lines.filter((line) => line.length > 40 && !line.includes('mailvet '))).toEqual([]);
});

describe('a line that is too long', () => {
  it('is broken between words, and goes on two characters deeper', () => {
    expect(wrap('107 addresses at domains that accept any address', 30)).toEqual([
      '107 addresses at domains that',
      '  accept any address',
    ]);
  });

  it('goes on below the text behind its label', () => {
    expect(wrap('mail host   mx1.example.com, which answers slowly today', 40)).toEqual([
      'mail host   mx1.example.com, which',
      '            answers slowly today',
    ]);
    expect(wrap('  0.12 s  <     250 2.1.5 Ok for all of them', 34)).toEqual([
      '  0.12 s  <     250 2.1.5 Ok for',
      '                all of them',
    ]);
  });

  it('keeps commands, flags with their value, paths and addresses whole', () => {
    const line =
      '12 unknown: verify only these again, after 14:32, with: mailvet batch retry job_1 --profile big';
    expect(wrap(line, 40)).toEqual([
      '12 unknown: verify only these again,',
      '  after 14:32, with:',
      '  mailvet batch retry job_1 --profile big',
    ]);
    expect(wrap('Raise it, or send a part of it with --sample <n>', 43)).toEqual([
      'Raise it, or send a part of it with',
      '  --sample <n>',
    ]);
    const long = '/home/ada/lists/of/the/last/year/contacts.verified.csv';
    expect(wrap(`Written to ${long} just now`, 30)).toEqual([
      'Written to',
      `  ${long}`,
      '  just now',
    ]);
  });

  it('does not take the sentence behind a command for a part of it', () => {
    expect(wrap('see: mailvet doctor on the machine of the service', 30)).toEqual([
      'see: mailvet doctor on the',
      '  machine of the service',
    ]);
    expect(wrap("Verify it with: mailvet clean 'my list.csv' --yes; nothing was sent", 44)).toEqual(
      ['Verify it with:', "  mailvet clean 'my list.csv' --yes; nothing", '  was sent'],
    );
  });

  it('counts the columns of East Asian and combining characters', () => {
    const names = '山田 花子 さん と Ada の アドレス';
    expect(wrap(names, 12)).toEqual(['山田 花子 さ', '  ん と Ada', '  の アドレ', '  ス']);
    expect(wrap('e\u0301e\u0301e\u0301 e\u0301e\u0301e\u0301', 7)).toEqual([
      'e\u0301e\u0301e\u0301 e\u0301e\u0301e\u0301',
    ]);
  });

  it('is broken between the characters of languages without spaces, not before a full stop', () => {
    const lines = wrap('このメールアドレスは存在しません。もう一度確認してください。', 20);
    expect(lines.every((line) => stringWidth(line) <= 20)).toBe(true);
    expect(lines.some((line) => /^ *[、。]/.test(line))).toBe(false);
  });
});

it('loses no word at any width, and exceeds none by what could be broken', () => {
  const lines = [
    'Addresses stay unknown, not dead; see: mailvet doctor on the machine of the service',
    'contacts.csv: 17 addresses in 20 rows, 1 without an address, contacts.verified.csv and 4 files',
    '    no_answer 12, error 3; 9 of them are greylisted, 3 are refused by their provider',
    'suggestion  ada@example.com (not verified), which may be what was meant by ada@exmaple.com',
  ];
  for (const line of lines) {
    for (let columns = 40; columns <= 200; columns++) {
      const wrapped = wrap(line, columns);
      expect(wrapped.map((each) => each.trim()).join(' ')).toBe(line.trim());
      expect(Math.max(...wrapped.map((each) => stringWidth(each)))).toBeLessThanOrEqual(columns);
    }
  }
});
