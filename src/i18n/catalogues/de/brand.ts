import type { TranslatedArea } from '../../catalogue.ts';
import type { brand as english } from '../en/brand.ts';

export const brand: TranslatedArea<typeof english> = {
  title: 'Name und Logo',
  intro: 'Ihr Team sieht sie auf jeder Seite, Leser eines geteilten Berichts über diesem.',
  name: 'Name',
  name_hint: 'Leer: {team}',
  logo: 'Logo',
  logo_hint: 'PNG, JPEG oder WebP, bis 100 kB',
  present_logo: 'Das jetzige Logo',
  remove_logo: 'Logo entfernen',
  save: 'Speichern',
  saving: 'Wird gespeichert…',
  done_saved: 'Name und Logo sind gespeichert.',
};
