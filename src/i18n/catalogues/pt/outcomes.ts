import type { TranslatedArea } from '../../catalogue.ts';
import type { outcomes as english } from '../en/outcomes.ts';

export const outcomes: TranslatedArea<typeof english> = {
  title: 'Devoluções',
  intro:
    'O que aconteceu com os seus e-mails: devoluções, reclamações e entregas que os provedores informam ou o mailvet learn lê. A próxima verificação de um endereço leva isso em conta.',
  addresses: 'URLs para os seus provedores',
  addresses_intro:
    'Crie uma URL e cole-a onde o provedor pede uma URL de webhook. Um aviso só conta com a assinatura do provedor.',
  hint_ses:
    'No Amazon SNS, inscreva esta URL, por HTTPS, no tópico dos seus eventos do SES. A inscrição se confirma sozinha.',
  hint_sendgrid:
    'No SendGrid, em Mail Settings, Event Webhook: ative a assinatura e cole aqui a chave de verificação.',
  hint_mailgun:
    'No Mailgun, em Webhooks: copie a chave de assinatura de webhooks HTTP e cole-a aqui.',
  hint_postmark:
    'No Postmark, em Webhooks do message stream: escolha Bounce, Spam Complaint e Delivery. A própria URL é o segredo.',
  create: 'Criar a URL',
  renew: 'Substituir a URL',
  confirm_renew: 'Substituir a URL de {provider}? A atual deixará de funcionar na hora.',
  address_of: 'URL para {provider}',
  copy_now: 'Copie a URL agora. Ela não será mostrada de novo.',
  address_hidden: 'A URL está em uso e não pode ser mostrada de novo: substitua-a se a perdeu.',
  key_of: 'Chave de assinatura de {provider}',
  save_key: 'Salvar a chave',
  key_known: 'Há uma chave salva.',
  key_missing: 'Sem a chave todo aviso é recusado.',
  never: 'Nada recebido ainda.',
  reported:
    'Último aviso: {time}. {count, plural, one {# resultado de envio} other {# resultados de envio}} no total.',
  came: 'Recebido: {count, plural, one {# resultado de envio} other {# resultados de envio}}',
  caption: 'Os últimos resultados de envio',
  read_at: 'Registrado',
  outcome: 'Resultado de envio',
  domain: 'Domínio',
  happened: 'Quando',
  reply: 'Resposta',
  source: 'Fonte',
  none: 'Nenhum resultado de envio ainda. O mailvet learn os lê de devoluções e exportações.',
  unknown_time: 'desconhecido',
  kind_delivered: 'entregue',
  kind_no_mailbox: 'sem caixa de correio',
  kind_full: 'caixa de correio cheia',
  kind_disabled: 'caixa de correio desativada',
  kind_blocked: 'bloqueado',
  kind_deferred: 'adiado',
  kind_complaint: 'reclamação',
  kind_undecided: 'indefinido',
  done_created: 'A URL está pronta: cole-a no provedor.',
  done_key: 'A chave de assinatura foi salva.',
};
