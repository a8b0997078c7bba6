import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import { hintText } from '../../../src/cli/render/hint-text.ts';
import { guessEncoding } from '../../../src/formats/inspect/guess-encoding.ts';
import { inspectList } from '../../../src/formats/inspect/inspect-list.ts';
import { memorySource, written } from '../support.ts';

/** Names and places as lists of the country have them. */
const LISTS = {
  polish:
    'Łukasz Wiśniewski;Łódź|Małgorzata Dąbrowska;Gdańsk|Michał Wójcik;Poznań|Agnieszka Zięba;Wrocław|Paweł Kozłowski;Rzeszów',
  czech:
    'Jiří Dvořák;Plzeň|Tomáš Černý;Kroměříž|Lukáš Veselý;Děčín|Věra Růžičková;Žďár|Ondřej Němec;Ústí',
  hungarian:
    'István Erdős;Győr|Zoltán Szűcs;Székesfehérvár|Péter Kővári;Debrecen|Gábor Tóth;Pécs|Ágnes Füstös;Eger',
  romanian:
    'Ştefan Crăciun;Bucureşti|Ioana Mărginean;Timişoara|Cătălin Păun;Iaşi|Ruxandra Ţepeş;Constanţa',
  german: 'Jürgen Müller;Köln|Jörg Größe;Düsseldorf|Käthe Weiß;Münster|Björn Schäfer;Würzburg',
  french:
    'Hélène Lefèvre;Besançon|François Noël;Orléans|Zoé Bœuf;Nîmes|Jérôme Gâteau;Sète|Anaïs Maître;Alès',
  spanish:
    'C/ Mayor, nº 5, 2º;Málaga|Iñigo Muñoz;¿Cádiz?|£ 5, ½ m, § 3;«León»|L’Œuvre – 20 °C;€uro',
  mixed:
    'Jürgen Weiß;Köln|Hélène Lefèvre;Besançon|João Simões;São Paulo|Søren Ågård;Århus|Iñigo Muñoz;Cádiz|Åsa Öberg;Malmö',
  russian: 'Иван Иванов;Москва|Мария Петрова;Тверь|Алексей Смирнов;Казань|Ольга Кузнецова;Псков',
  greek: 'Γιώργος Παπαδόπουλος;Αθήνα|Μαρία Νικολάου;Πάτρα|Κώστας Γεωργίου;Βόλος',
  turkish: 'Yıldız Çağlar;İstanbul|Gülşen Işık;Iğdır|Oğuzhan Şahin;Eskişehir|Ayşe Yılmaz;Muğla',
  lithuanian: 'Jūratė Šimkūnaitė;Kaišiadorys|Žygimantas Rūkas;Šiauliai|Eglė Bučinskaitė;Panevėžys',
  japanese: '田中太郎;東京都千代田区|鈴木花子;大阪府大阪市|佐藤 さくら;北海道札幌市',
  chinese: '王小明;北京市朝阳区|李雷;上海市浦东新区|韩梅梅;广东省深圳市南山区|欧阳雪;杭州',
  taiwanese: '王小明;台北市大安區|陳美玲;高雄市三民區|林志豪;新竹縣竹北市',
  thai: 'สมชาย ใจดี;กรุงเทพมหานคร|สมหญิง รักไทย;เชียงใหม่|ประเสริฐ ศรีสุข;ขอนแก่น',
  arabic: 'محمد علي;القاهرة|فاطمة حسن;الرياض|يوسف إبراهيم;بغداد',
  hebrew: 'משה כהן;ירושלים|דוד לוי;חיפה|שרה מזרחי;תל אביב',
  korean: '김철수;서울특별시 강남구|이영희;부산광역시 해운대구|박지훈;대전광역시 유성구',
} as const;

type Language = keyof typeof LISTS;

function textOf(language: Language): string {
  const rows = LISTS[language].split('|').map((row, at) => `${row};a${at}@example.com`);
  return `name;city;email\n${rows.join('\n')}\n`;
}

async function guess(language: Language, encoding: string) {
  const bytes = iconv.encode(textOf(language), encoding);
  return await guessEncoding(memorySource('list.csv', bytes).open() as AsyncIterable<Buffer>);
}

describe('the encoding', () => {
  it.each([
    ['polish', 'windows-1250'],
    ['czech', 'windows-1250'],
    ['romanian', 'windows-1250'],
    ['polish', 'iso-8859-2'],
    ['german', 'windows-1252'],
    ['french', 'windows-1252'],
    ['mixed', 'windows-1252'],
    ['spanish', 'windows-1252'],
    ['russian', 'windows-1251'],
    ['russian', 'koi8-r'],
    ['russian', 'cp866'],
    ['greek', 'windows-1253'],
    ['hebrew', 'windows-1255'],
    ['lithuanian', 'windows-1257'],
    ['german', 'macintosh'],
    ['french', 'macintosh'],
    ['mixed', 'macintosh'],
    ['german', 'cp850'],
    ['japanese', 'shift_jis'],
    ['japanese', 'euc-jp'],
    ['chinese', 'gb18030'],
    ['taiwanese', 'big5'],
    ['korean', 'euc-kr'],
  ] as const)('of a %s list in %s is found out', async (language, encoding) => {
    const found = await guess(language, encoding);
    expect(found).toEqual({ encoding });
  });

  it('is read as Windows-1252 and called uncertain where another one reads as well', async () => {
    const { encoding, doubt } = await guess('hungarian', 'windows-1250');
    expect(encoding).toBe('windows-1252');
    expect(doubt?.readings).toEqual([
      { encoding: 'windows-1252', words: expect.arrayContaining(['Erdõs']) },
      { encoding: 'windows-1250', words: expect.arrayContaining(['Erdős']) },
    ]);
  });

  it('of a Turkish list is uncertain, since Icelandic has letters at the same places', async () => {
    const { doubt } = await guess('turkish', 'windows-1254');
    expect(doubt?.readings.map(({ encoding, words }) => [encoding, words[0]])).toEqual([
      ['windows-1252', 'Yýldýz'],
      ['windows-1254', 'Yıldız'],
    ]);
  });

  it.each([
    ['thai', 'windows-874'],
    ['arabic', 'windows-1256'],
  ] as const)('of a %s list in %s is called uncertain', async (language, encoding) => {
    const found = await guess(language, encoding);
    expect(found.encoding).toBe('windows-1252');
    expect(found.doubt?.readings[0]?.words).toHaveLength(3);
  });

  it('of a list comes back whole', async () => {
    const bytes = iconv.encode(textOf('polish'), 'windows-1250');
    const text = await written(memorySource('list.csv', bytes), { columns: [] });
    expect(text).toBe(`\ufeff${textOf('polish')}`);
  });

  it('that is not certain is said with words to compare, or asked', async () => {
    const source = memorySource('list.csv', iconv.encode(textOf('hungarian'), 'windows-1250'));
    const { notices } = await inspectList(source);
    expect(notices.map(hintText)).toContain(
      'The encoding is not certain: if "Erdõs" should be "Erdős", add --encoding windows-1250',
    );
    const asked = await inspectList(source, {
      chooseEncoding: async (readings) => readings[1]?.encoding ?? '',
    });
    expect(asked.encoding).toBe('windows-1250');
    expect(asked.notices.map(hintText).join()).not.toContain('not certain');
  });
});

it.each([
  ['of letters', 'a', 'windows-1252'],
  ['of letters beyond ASCII', '\xe9', 'windows-1252'],
  ['of two in turn', 'a\xe9', 'windows-1252'],
])('a cell of two megabytes %s is guessed in a moment', async (_, part, encoding) => {
  const cell = Buffer.from(part.repeat(2_000_000 / part.length), 'latin1');
  const list = Buffer.concat([Buffer.from('name\n\xe9,', 'latin1'), cell]);
  const used = process.cpuUsage();
  const chunks = async function* () {
    yield list;
  };
  expect((await guessEncoding(chunks())).encoding).toBe(encoding);
  // The square of it takes minutes.
  expect(process.cpuUsage(used).user).toBeLessThan(10_000_000);
});

it('a long cell without a blank is guessed by its start', async () => {
  const cell = iconv.encode('田中太郎東京都千代田区'.repeat(1000), 'shift_jis');
  const chunks = async function* () {
    yield Buffer.concat([Buffer.from('name\n'), cell]);
  };
  expect((await guessEncoding(chunks())).encoding).toBe('shift_jis');
});
