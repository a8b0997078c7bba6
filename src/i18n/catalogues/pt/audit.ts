import type { TranslatedArea } from '../../catalogue.ts';
import type { audit as english } from '../en/audit.ts';

export const audit: TranslatedArea<typeof english> = {
  title: 'Registro de atividades',
  caption:
    'Acessos e alterações de chaves, webhooks, pessoas, listas e exclusões, mais recentes primeiro',
  who: 'Quem',
  action: 'Ação',
  subject: 'Objeto',
  none: 'Nenhuma entrada ainda.',
};
