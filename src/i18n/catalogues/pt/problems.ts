import type { TranslatedArea } from '../../catalogue.ts';
import type { problems as english } from '../en/problems.ts';

export const problems: TranslatedArea<typeof english> = {
  dns_failure: 'O DNS não responde, por isso os servidores de e-mail não são encontrados',
  dns_untrusted: 'O DNS dá respostas erradas aqui, por isso são ignoradas',
  port_25_closed: 'Nenhum servidor de e-mail é acessível: a porta 25 de saída está fechada',
  blocked:
    'A maioria dos provedores recusa este servidor: seu endereço IP está em uma lista de bloqueio',
};
