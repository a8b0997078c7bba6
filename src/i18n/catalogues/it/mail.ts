import type { TranslatedArea } from '../../catalogue.ts';
import type { mail as english } from '../en/mail.ts';

export const mail: TranslatedArea<typeof english> = {
  paused: '{name} è in pausa: le verifiche del mese sono esaurite',
  paused_why: '{name} è in pausa: il team ha usato le verifiche di questo mese.',
  paused_until: 'Riprende il mese prossimo, o quando un proprietario aumenta la quota.',
  done: '{name}: {count, plural, one {# riga sicura} other {# righe sicure}}',
  done_rows:
    'La lista {name} è verificata. Invio sicuro: {safe, number} di {count, plural, one {# riga} other {# righe}}.',
  changed: '{name} è cambiata',
  changed_by:
    '{name} è stata verificata di nuovo: peggiorati {worse, number}, migliorati {better, number}, altre variazioni {other, number}.',
  verdict_count: '{verdict}: {count, number}',
  open_list: 'Apri la lista',
  why_you: 'Riceve questa e-mail per le Sue impostazioni in mailvet, team {team}.',
  change_settings: 'Modificarle: {url}',
};
