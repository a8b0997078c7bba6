import type { TranslatedArea } from '../../catalogue.ts';
import type { policy as english } from '../en/policy.ts';

export const policy: TranslatedArea<typeof english> = {
  title: 'Regole',
  intro: 'Decida che cosa è recapitabile o a rischio per il team.',
  where:
    'Le liste sono valutate secondo queste regole: numeri, righe, download e report, anche delle liste già verificate. I risultati dell’API non cambiano.',
  common: 'Regole frequenti',
  rule_no_disposable: 'Gli indirizzi usa e getta non sono recapitabili',
  rule_no_free: 'Gli indirizzi di posta gratuita, come gmail.com, sono a rischio',
  rule_role: 'Gli indirizzi generici, come info@ e support@, sono recapitabili',
  rule_accept_all: 'Gli indirizzi catch-all sono recapitabili, tranne quelli usa e getta',
  rule_full: 'Le caselle piene sono a rischio',
  common_hint:
    'Senza queste regole, la posta gratuita conta come ogni altra; gli indirizzi usa e getta, generici e catch-all sono a rischio, e le caselle piene non recapitabili.',
  list_allow: 'Consenti: mai a rischio',
  list_allow_hint: 'Un dominio o un indirizzo per riga. Un dominio comprende i suoi sottodomini.',
  list_disposable: 'Blocca: come usa e getta',
  list_disposable_hint:
    'Un dominio o un indirizzo per riga. Non sono mai tra le righe sicure. Per saltarli senza verifica c’è la <suppressions>lista di esclusione</suppressions>.',
  other_rules:
    '{count, plural, one {# altra regola è} other {# altre regole sono}} sotto nel JSON: salvare qui non {count, plural, one {la} other {le}} cambia.',
  rest_title: 'Tutte le regole in JSON',
  rest: 'Per regole secondo il provider, il punteggio o più condizioni. Sono le stesse regole: le regole frequenti qui sopra ne fanno parte.',
  example: 'Esempio',
  all_reasons: 'Tutti i motivi dei risultati (in inglese)',
  save_json: 'Salva il JSON',
  field: 'Regole (JSON)',
  hint: 'Scriva qui i domini e gli indirizzi di «lists»: non si può indicare un file. Le soglie non hanno effetto qui.',
  save: 'Salva le regole',
  saving: 'Salvataggio…',
  not_saved:
    'Le regole hanno {count, plural, one {# errore} other {# errori}} e non sono state salvate:',
  remove_text: 'Senza regole proprie, i risultati sono valutati come fa il servizio.',
  done_saved: 'Le regole sono salvate.',
  done_removed: 'Le regole sono rimosse.',
  applies: 'Valutato secondo le regole del team.',
  unreadable:
    'Questa versione di mailvet non può leggere le regole del team: i numeri sono quelli dell’ultima valutazione e i download sono rifiutati finché un proprietario non le corregge.',
  by_rule: 'Regole: quella della riga {line}',
  by_allow: 'Regole: la lista «allow»',
  by_disposable: 'Regole: la lista «disposable»',
  being_applied:
    'Le regole del team sono cambiate: i numeri di alcune liste verranno aggiornati tra un momento.',
  open: 'Apri le regole',
};
