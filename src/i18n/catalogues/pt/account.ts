import type { TranslatedArea } from '../../catalogue.ts';
import type { account as english } from '../en/account.ts';

export const account: TranslatedArea<typeof english> = {
  title: 'Conta',
  you_are:
    'Você é <address></address>, {role, select, owner {proprietário} other {membro}} da equipe {team}.',
  change_password: 'Alterar a senha',
  current_password: 'Senha atual',
  new_password: 'Nova senha',
  change: 'Alterar',
  password_changed: 'Senha alterada. Você saiu em todos os outros dispositivos.',
  sign_out_everywhere: 'Sair de todos os dispositivos',
  ends_sessions: 'Encerra suas sessões em todos os dispositivos, inclusive neste.',
  language: 'Idioma',
  language_of_browser: 'Idioma do navegador',
  language_hint:
    'Para páginas, relatórios e e-mails enviados a você. Os resultados baixados e a API não mudam.',
  save: 'Salvar',
  language_saved: 'Idioma salvo.',
  mails: 'Notificações por e-mail',
  mails_when:
    'Quando uma lista termina ou pausa porque as verificações do mês acabaram, e quando uma lista acompanhada mudou.',
  mails_own: 'Das listas que eu carreguei',
  mails_all: 'De todas as listas da equipe',
  mails_none: 'Nenhum e-mail',
  time_zone: 'Fuso horário',
  times_in: 'Mostrar horários em',
  zone_of_browser: 'o fuso horário do navegador',
};
