import type { TranslatedArea } from '../../catalogue.ts';
import type { brand as english } from '../en/brand.ts';

export const brand: TranslatedArea<typeof english> = {
  title: 'Nome e logo',
  intro: 'Il team li vede in ogni pagina, e i lettori di un rapporto condiviso sopra di esso.',
  name: 'Nome',
  name_hint: 'Vuoto: {team}',
  logo: 'Logo',
  logo_hint: 'PNG, JPEG o WebP, fino a 100 kB',
  present_logo: 'Il logo attuale',
  remove_logo: 'Rimuovi il logo',
  save: 'Salva',
  saving: 'Salvataggio…',
  done_saved: 'Nome e logo sono salvati.',
};
