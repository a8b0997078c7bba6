import type { TranslatedArea } from '../../catalogue.ts';
import type { start as english } from '../en/start.ts';

export const start: TranslatedArea<typeof english> = {
  title: 'Pronta all’avvio: la stima',
  in_rows: 'in {count, plural, one {# riga} other {# righe}}',
  with_sheet: '{content}, foglio {sheet}',
  with_columns: '{content}, colonna {columns}',
  duplicates: 'Duplicati',
  checked_once: '{count, plural, one {#, verificato} other {#, verificati}} una sola volta',
  without_address: 'Righe senza indirizzo valido',
  kept: '{count, plural, one {#, resta com’è} other {#, restano come sono}}',
  known: 'Già noti',
  from_cache: '{count}, dalla cache, gratis',
  suppressed: 'Nella lista di esclusione',
  not_checked: '{count}, non verificati, gratis',
  sandbox: 'Sandbox',
  simulated: '{count}, simulati, gratis',
  about: 'circa {count, number}',
  cost: 'Consumo',
  verifications: '{amount} {count, plural, one {verifica} other {verifiche}}',
  left_this_month:
    '{left, plural, one {# di {quota, number} rimasta} other {# di {quota, number} rimaste}} questo mese',
  time: 'Tempo',
  few_seconds: 'pochi secondi',
  from_to: 'da {from} a {to}',
  early: 'alcuni server ci chiedono di tornare più tardi: fino a {time} in più',
  undecided: 'Non decidibili',
  undecided_share: '{share} di {count, plural, one {# indirizzo} other {# indirizzi}}',
  cause_accepts_all_until_data:
    '{count} presso provider che accettano ogni indirizzo fino al messaggio, come Yahoo',
  cause_accept_all:
    '{count} presso domini che accettano qualsiasi indirizzo, secondo risultati precedenti',
  cause_opted_out: '{count} presso domini che chiedono di non essere verificati',
  cause_dns_failure: '{count} presso domini i cui name server non rispondono',
  cause_port_25_closed: '{count} perché la porta 25 qui è chiusa',
  these_too: 'Verificare anche questo?',
  column_too: 'La colonna {name} <faint>contiene anch’essa indirizzi</faint>',
  sheet_too: 'Il foglio {name} <faint>contiene anch’esso indirizzi; diventa una lista a sé</faint>',
  split_cells:
    '{count, plural, one {# cella ha} other {# celle hanno}} più di un indirizzo: <faint>separarli e verificarli tutti</faint>',
  over_quota:
    '{count} oltre la quota. Attendono fino al {day}, o finché la quota viene aumentata; la lista riprende da sola.',
  start: 'Avvia',
  start_and_wait: 'Avvia e attendi la quota',
  verify_now: 'Verifica {count, number} ora',
  confirm_delete: 'Eliminare {name}? Non ne è stato verificato nulla.',
};
