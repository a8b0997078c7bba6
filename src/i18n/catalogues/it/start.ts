import type { TranslatedArea } from '../../catalogue.ts';
import type { start as english } from '../en/start.ts';

export const start: TranslatedArea<typeof english> = {
  title: 'Pronta all’avvio: cosa serve',
  in_rows: 'in {count, plural, one {# riga} other {# righe}}',
  with_sheet: '{content}, foglio {sheet}',
  with_columns: '{content}, colonna {columns}',
  duplicates: 'Duplicati',
  checked_once: '{count, number}, verificati una sola volta',
  without_address: 'Righe senza indirizzo valido',
  kept: '{count, number}, restano come sono',
  known: 'Già noti',
  from_cache: '{count}, dalla cache, gratis',
  suppressed: 'Nella lista di esclusione',
  not_checked: '{count}, non verificati, gratis',
  sandbox: 'Sandbox',
  simulated: '{count}, simulati, gratis',
  about: 'circa {count, number}',
  cost: 'Costo',
  verifications: '{amount} {count, plural, one {verifica} other {verifiche}}',
  left_this_month: '{left, number} di {quota, number} rimaste questo mese',
  time: 'Tempo',
  few_seconds: 'pochi secondi',
  from_to: 'da {from} a {to}',
  early: 'alcuni server chiedono di tornare più tardi: fino a {time} in più',
  undecided: 'Non si può decidere',
  undecided_share: '{share} di {count, plural, one {# indirizzo} other {# indirizzi}}',
  cause_accepts_all_until_data:
    '{count} presso fornitori che accettano ogni indirizzo fino al messaggio, come Yahoo',
  cause_accept_all:
    '{count} presso domini che accettano qualsiasi indirizzo, secondo risultati precedenti',
  cause_opted_out: '{count} presso domini che chiedono di non essere interrogati',
  cause_dns_failure: '{count} presso domini i cui server dei nomi non rispondono',
  cause_port_25_closed: '{count} perché la porta 25 qui è chiusa',
  these_too: 'Verificare anche questo?',
  column_too: 'Colonna {name} <faint>contiene anch’essa indirizzi</faint>',
  sheet_too: 'Foglio {name} <faint>contiene anch’esso indirizzi; diventa una lista a sé</faint>',
  split_cells:
    '{count, plural, one {# cella ha} other {# celle hanno}} più di un indirizzo: <faint>separarli e verificarli tutti</faint>',
  over_quota:
    '{count} oltre la quota. Attendono fino al {day}, o finché la quota viene aumentata; la lista riprende da sola.',
  start: 'Avvia',
  start_and_wait: 'Avvia e attendi la quota',
  verify_now: 'Verifica {count, number} ora',
  confirm_delete: 'Eliminare {name}? Non ne è stato verificato nulla.',
};
