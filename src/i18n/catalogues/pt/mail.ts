import type { TranslatedArea } from '../../catalogue.ts';
import type { mail as english } from '../en/mail.ts';

export const mail: TranslatedArea<typeof english> = {
  paused: '{name} está em pausa: as verificações do mês acabaram',
  paused_why: '{name} está em pausa: sua equipe usou as verificações deste mês.',
  paused_until: 'Continua no mês que vem, ou quando um proprietário aumentar a cota.',
  done: '{name}: {count, plural, one {# linha segura} other {# linhas seguras}}',
  done_rows:
    'A lista {name} foi verificada. Envio seguro: {safe, number} de {count, plural, one {# linha} other {# linhas}}.',
  changed: '{name} mudou',
  changed_by:
    '{name} foi verificada de novo: pioraram {worse, number}, melhoraram {better, number}, outras mudanças {other, number}.',
  verdict_count: '{verdict}: {count, number}',
  open_list: 'Abrir a lista',
  why_you: 'Você recebe este e-mail por causa das suas configurações no mailvet, equipe {team}.',
  change_settings: 'Alterá-las: {url}',
};
