/**
 * Whether a cell says in words or signs that there is no address: `N/A`, `\\N`, `(blank)`, `-`. Programs
 * and people write these in the place of an empty cell.
 */
export function meansNothing(cell: string): boolean {
  if (cell.length > LONGEST) return false;
  const text = cell
    .normalize('NFKC')
    .replace(/[\p{Z}\p{Cf}\p{Cc}]+/gu, ' ')
    .trim();
  if (text === '' || text.includes('@')) return false;
  if (!/[\p{L}\p{N}]/u.test(text)) return /^[\p{P}\p{S} ]+$/u.test(text);
  const plain = text
    .toLowerCase()
    .replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '');
  return WORDS.has(plain);
}

const LONGEST = 40;

/** Letters and digits only; signs between and around them make no difference. */
const WORDS: ReadonlySet<string> = new Set(
  [
    // Databases, spreadsheets and programs: `\\N`, `#N/A`, `#VALUE!`, `#DIV/0!`
    'n na nan null nil none nul undefined void blank empty false 0 00 000 ref value name num div0',
    'nv wert bezug valeur nom valor nombre valore nome err error 404',
    // English
    'no not noemail nomail noemailaddress noaddress noemailprovided noemailavailable noemailgiven',
    'noemailonfile noemailknown hasnoemail withoutemail doesnothaveemail doesnthaveemail',
    'notprovided notavailable notapplicable notgiven notknown notset notspecified notsupplied',
    'notdisclosed notrequired donothave donthave unavailable unspecified unknown unkown missing',
    'tbd tba tbc tobedetermined tobeconfirmed tobeadvised pending refused declined withheld',
    'xx xxx xxxx xxxxx zzz',
    // German
    'kein keine keiner keines keineemail keinemail keineemailadresse keinemailadresse keineangabe',
    'keineangaben ka nichtvorhanden nichtbekannt nichtangegeben nichtverfügbar unbekannt entfällt',
    'entfaellt ohne ohneemail ohnemail leer fehlt nein hatkeine hatkeineemail',
    // French
    'non aucun aucune aucunemail néant neant sans sansemail sansmail pasdemail pasdadresse pas',
    'pasdadressemail nonrenseigné nonrenseigne nonrenseignée nonconnu nondisponible nc inconnu inconnue vide nr',
    // Spanish, Portuguese, Italian
    'ninguno ninguna sin sincorreo sinemail sinmail nohay notiene notienecorreo notieneemail nodisponible',
    'noaplica desconocido desconocida vacío vacio nenhum nenhuma não nao nãotem naotem semmail sememail',
    'nãoinformado naoinformado nãopossui naopossui desconhecido vazio nd nessuno nessuna nonpresente',
    'nonhaemail senza senzaemail senzamail sconosciuto assente vuoto nondisp',
    // Dutch, Nordic, Polish, Czech, Turkish, Hungarian, Romanian, Finnish
    'nee geen geenemail geenmail nvt onbekend leeg ontbreekt ingen ingenemail ingenmail ingenepost saknas',
    'okänd okänt ukjent ukendt mangler tom tomt ei eiole eisähköpostia eitiedossa tyhjä puuttuu',
    'brak brakemail brakmaila brakdanych niema nieznany nieznane niepodano niedotyczy žádný žádná nemá',
    'není neuvedeno neznámý yok boş bilinmiyor belirtilmemiş nincs ismeretlen üres nu nuare fără lipsă necunoscut',
    // Russian, Ukrainian, Greek
    'нет отсутствует неуказан неуказано неизвестно неизвестен пусто безпочты немає відсутня відсутній невідомо',
    'όχι κανένα καμία άγνωστο κενό δενυπάρχει',
    // Japanese, Chinese, Korean, Arabic, Hebrew
    'なし 無し 無 ナシ 不明 該当なし 未登録 未設定 未入力 空欄 メールなし 无 没有 沒有 暂无 暫無 未知 空 未填 未填写 不详 不詳 无邮箱',
    '없음 없슴 미상 미입력 해당없음 모름 لايوجد غيرمعروف غيرمتوفر فارغ אין לאידוע ריק איןמייל',
  ]
    .join(' ')
    .toLowerCase()
    .split(' ')
    .map((word) => word.normalize('NFKC')),
);
