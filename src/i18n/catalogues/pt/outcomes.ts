import type { TranslatedArea } from '../../catalogue.ts';
import type { outcomes as english } from '../en/outcomes.ts';

export const outcomes: TranslatedArea<typeof english> = {
  title: 'Devoluções',
  intro:
    'O que aconteceu com os seus e-mails: devoluções, reclamações e entregas, como os provedores informam e o mailvet learn lê. A próxima verificação de um endereço leva isso em conta.',
  addresses: 'Endereços para os seus provedores',
  addresses_intro:
    'Crie um endereço e cole-o onde o provedor pede uma URL de webhook. Um aviso só conta com a assinatura do provedor.',
  hint_ses:
    'No Amazon SNS, inscreva o tópico dos seus eventos do SES neste endereço, por HTTPS. A inscrição se confirma sozinha.',
  hint_sendgrid:
    'No SendGrid, em Mail Settings, Event Webhook: ative a assinatura e cole aqui a chave de verificação.',
  hint_mailgun:
    'No Mailgun, em Webhooks: copie a chave de assinatura de webhooks HTTP e cole-a aqui.',
  hint_postmark:
    'No Postmark, em Webhooks do fluxo de mensagens: escolha devolução, reclamação e entrega. O próprio endereço é o segredo.',
  create: 'Criar o endereço',
  renew: 'Substituir o endereço',
  confirm_renew: 'Substituir o endereço de {provider}? O atual deixa de valer na hora.',
  address_of: 'Endereço para {provider}',
  copy_now: 'Copie o endereço agora. Ele não será mostrado de novo.',
  address_hidden:
    'O endereço está em uso e não pode ser mostrado de novo: substitua-o se o perdeu.',
  key_of: 'Chave de assinatura de {provider}',
  save_key: 'Salvar a chave',
  key_known: 'Há uma chave salva.',
  key_missing: 'Sem a chave todo aviso é recusado.',
  never: 'Nada chegou ainda.',
  reported:
    'Último aviso: {time}. {count, plural, one {# resultado} other {# resultados}} no total.',
  came: 'O que chegou: {count, plural, one {# resultado} other {# resultados}}',
  caption: 'Os últimos resultados',
  read_at: 'Registrado',
  outcome: 'Resultado',
  domain: 'Domínio',
  happened: 'Quando',
  reply: 'Resposta',
  source: 'Fonte',
  none: 'Nenhum resultado ainda. O mailvet learn lê devoluções e exportações.',
  unknown_time: 'desconhecido',
  kind_delivered: 'entregue',
  kind_no_mailbox: 'sem caixa postal',
  kind_full: 'caixa postal cheia',
  kind_disabled: 'caixa postal desativada',
  kind_blocked: 'bloqueado',
  kind_deferred: 'adiado',
  kind_complaint: 'reclamação',
  kind_undecided: 'indefinido',
  done_created: 'O endereço está pronto: cole-o no provedor.',
  done_key: 'A chave de assinatura foi salva.',
};
