import type { Language } from '../../src/i18n/languages.ts';

/** Words that are out: docs/translating.md has another one for the thing, or readers take them for something else. */
export const GLOSSARY: Readonly<Record<Language, RegExp>> = {
  en: /\bticked\b|\bthe ticks\b|typing error|\bcan not\b|\bgoes on\b|mail host|\w'\w/i,
  de: /Treffsicherheit|Sammelpostf|Sammeladresse|Rollenadresse|\bUrteil|berechnet|vertagt|aufgeschoben|Geltungsbereich|Eigentümer|Kennwort|\b[dD]u\b|\b[dD]ein/,
  fr: /\bretours\b|\bportées?\b|\bsondages?\b|\bdéposée?s?\b|exactitude|adresses? de fonction|connecté(?!\p{L})|(?<!n’avez )rien à faire|\bséries?\b/iu,
  es: /comprobar|comprobad|\berratas?\b|\bcobrad|ámbito|\bacierto\b|direcci\p{L}+ de función|órdenes/iu,
  it: /\b(?:tuo|tua|tuoi|tue|spunta|tieni)\b|fornitor|d’occhio|addebit|cronologia|\bgiri\b|\bun giro\b|indirizz[oi] di (?:funzione|ruolo)|“/i,
  pt: /caixas? posta|\bcobrad|\bvencid|\bGuardar|\bTransferir|\bRondas?\b|em curso|endereços? de função/i,
  ja: /サインイン|所有者|ブラウザー|ウェブフック|送信禁止|見守|監視|課金|スコープ|役割アドレス|～|[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}] ?[:(]/u,
};

/** Terminals and programs read their English too, with a straight apostrophe. */
export const SENTENCES = /^(?:errorTexts|problems|details\w*|reasons\w*)\./;

/** What stands before a time in a text that a page's script may turn into "tomorrow 16:45" or "18 Nov, 16:45". */
export const BEFORE_A_DATE: Readonly<Record<Language, RegExp>> = {
  en: /\b(?:on|at|of) \{(?:time|since|times)\}/,
  de: /\b(?:am|vom|um) \{(?:time|since|times)\}/,
  fr: /(?:\b(?:le|du|au|depuis|jusqu’à|avant)|l’) \{(?:time|since|times)\}/i,
  es: /\b(?:el|del|al|desde|hasta|antes de) \{(?:time|since|times)\}/i,
  it: /\b(?:il|del|al|dal|da|fino a|prima di) \{(?:time|since|times)\}/i,
  pt: /\b(?:no|do|antes de) \{(?:time|since|times)\}/i,
  ja: /^$/,
};

/** Their time is a date that the server writes and no script changes, or how long something takes. */
export const OTHER_TIMES = [
  'report.written',
  'report.written_short',
  'report.ask_again',
  'watch.download_round',
  'start.early',
];
