import type { TranslatedArea } from '../../catalogue.ts';
import type { brand as english } from '../en/brand.ts';

export const brand: TranslatedArea<typeof english> = {
  title: 'Nombre y logotipo',
  intro: 'Su equipo los ve en cada página, y los lectores de un informe compartido encima de este.',
  name: 'Nombre',
  name_hint: 'Vacío: {team}',
  logo: 'Logotipo',
  logo_hint: 'PNG, JPEG o WebP, hasta 100 kB',
  present_logo: 'El logotipo actual',
  remove_logo: 'Quitar el logotipo',
  save: 'Guardar',
  saving: 'Guardando…',
  done_saved: 'El nombre y el logotipo se han guardado.',
};
