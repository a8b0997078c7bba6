import type { TranslatedArea } from '../../catalogue.ts';
import type { policy as english } from '../en/policy.ts';

export const policy: TranslatedArea<typeof english> = {
  title: 'Regole',
  intro:
    'Le Sue regole per i risultati delle liste, nel JSON di mailvet.json: che cosa è recapitabile o a rischio per Lei.',
  where:
    'Le liste sono valutate secondo le regole: numeri, righe, download e rapporti, anche delle liste già verificate. L’API resta come valuta il servizio.',
  field: 'Regole e liste (JSON)',
  hint: 'I domini e gli indirizzi di «lists» si scrivono qui stesso: non si può indicare un file. Le soglie non hanno effetto qui.',
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
    'Le regole del team sono cambiate: i numeri di alcune liste seguono tra un momento.',
  open: 'Apri le regole',
};
