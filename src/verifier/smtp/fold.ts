/** NFKD takes letters and their accents apart; other scripts are put together again. */
export function foldText(text: string): string {
  const plain = text.normalize('NFKD').replace(/([a-z])\p{M}+/giu, '$1');
  return plain
    .normalize('NFC')
    .replace(/[łŁıøØßđĐæÆ’‘´`]/g, (letter) => STROKED[letter] ?? letter)
    .replace(/(?<![a-z-])[a-z]+(?:-[a-z]+){2,}/gi, (chain) => chain.replaceAll('-', ' '))
    .replaceAll('_', ' ')
    .replace(/\s+/g, ' ');
}

const STROKED: Readonly<Record<string, string>> = {
  ł: 'l',
  Ł: 'L',
  ı: 'i',
  ø: 'o',
  Ø: 'O',
  ß: 'ss',
  đ: 'd',
  Đ: 'D',
  æ: 'ae',
  Æ: 'AE',
  '’': "'",
  '‘': "'",
  '´': "'",
  '`': "'",
};
