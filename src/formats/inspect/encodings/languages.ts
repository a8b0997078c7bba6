/** Letters beyond ASCII of the languages that an encoding was made for, in lower case. */
export interface LetterSet {
  readonly encoding: string;
  readonly languages: readonly string[];
  /** Whether Latin letters stand in no word with these. */
  readonly isOtherScript?: boolean;
}

const WESTERN = [
  'äöüß',
  'àâçéèêëîïôûùüÿœæ',
  'áéíóúüñ',
  'áàâãçéêíóôõúü',
  'àáèéìíîòóùú',
  'åäöé',
  'æøåé',
  'áéíóúýðþæö',
  'äëïöüéèê',
];
const CENTRAL = [
  'ąćęłńóśźż',
  'áčďéěíňóřšťúůýžöüä',
  'áäčďéíĺľňóôŕšťúýžöü',
  'áéíóöőúüűä',
  'ăâîșțşţ',
  'čćđšžöüä',
  'çë',
];
const TURKISH = ['çğıöşüâîûi'];
const BALTIC = ['ąčęėįšųūž', 'āčēģīķļņšūžōŗ', 'äöüõšž'];
const GREEK = ['αβγδεζηθικλμνξοπρστυφχψωςάέήίόύώϊϋΐΰ'];
const HEBREW = ['אבגדהוזחטיךכלםמןנסעףפץצקרשת'];
const CYRILLIC = [
  'абвгдеёжзийклмнопрстуфхцчшщъыьэюя',
  'абвгґдеєжзиіїйклмнопрстуфхцчшщьюя',
  'абвгдежзийклмнопрстуфхцчшщъьюя',
  'абвгдђежзијклљмнњопрстћуфхцчџшѓѕќ',
];

/** Encodings of one byte a letter, with the likelier one first where two read alike. */
export const SINGLE_BYTE: readonly LetterSet[] = [
  { encoding: 'windows-1250', languages: CENTRAL },
  { encoding: 'windows-1255', languages: HEBREW, isOtherScript: true },
  // Before Cyrillic, which reads Greek words, too: Russian ones have a final sigma within as Greek.
  { encoding: 'windows-1253', languages: GREEK, isOtherScript: true },
  { encoding: 'windows-1251', languages: CYRILLIC, isOtherScript: true },
  { encoding: 'windows-1254', languages: TURKISH },
  { encoding: 'windows-1257', languages: BALTIC },
  { encoding: 'iso-8859-2', languages: CENTRAL },
  { encoding: 'koi8-r', languages: CYRILLIC.slice(0, 1), isOtherScript: true },
  { encoding: 'iso-8859-5', languages: CYRILLIC, isOtherScript: true },
  { encoding: 'cp866', languages: CYRILLIC.slice(0, 1), isOtherScript: true },
  { encoding: 'macintosh', languages: [WESTERN.join('')] },
  { encoding: 'cp850', languages: [WESTERN.join('')] },
];

export const WINDOWS_1252: LetterSet = { encoding: 'windows-1252', languages: WESTERN };
