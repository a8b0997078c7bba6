import type { TranslatedArea } from '../../catalogue.ts';
import type { policy as english } from '../en/policy.ts';

export const policy: TranslatedArea<typeof english> = {
  title: 'Regole',
  intro:
    'Le vostre regole per i risultati delle liste, nel JSON di mailvet.json: che cosa è recapitabile o rischioso per voi.',
  where:
    'I download e i rapporti delle liste sono valutati secondo le regole, anche quelli delle liste già verificate. I numeri e le righe delle pagine e l’API restano come li valuta il servizio.',
  field: 'Regole e liste (JSON)',
  hint: 'I domini e gli indirizzi di «lists» si scrivono qui stesso: non si può indicare un file. Le soglie non hanno effetto qui.',
  save: 'Salva',
  saving: 'Salvataggio…',
  not_saved:
    'Le regole hanno {count, plural, one {# errore} other {# errori}} e non sono state salvate:',
  remove_text: 'Senza regole proprie, i risultati sono valutati come fa il servizio.',
  done_saved: 'Le regole sono salvate.',
  done_removed: 'Le regole sono rimosse.',
  applies:
    'I download e il rapporto sono valutati secondo le regole del team, i numeri di questa pagina no.',
  open: 'Apri le regole',
};
