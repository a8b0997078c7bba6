import type { TranslatedArea } from '../../catalogue.ts';
import type { brand as english } from '../en/brand.ts';

export const brand: TranslatedArea<typeof english> = {
  title: 'Nome e logotipo',
  intro:
    'A sua equipe os vê em cada página, e os leitores de um relatório compartilhado acima dele.',
  name: 'Nome',
  name_hint: 'Vazio: {team}',
  logo: 'Logotipo',
  logo_hint: 'PNG, JPEG ou WebP, até 100 kB',
  present_logo: 'O logotipo atual',
  remove_logo: 'Remover o logotipo',
  save: 'Salvar',
  saving: 'Salvando…',
  done_saved: 'O nome e o logotipo foram salvos.',
};
