import type { TranslatedArea } from '../../catalogue.ts';
import type { upload as english } from '../en/upload.ts';

export const upload: TranslatedArea<typeof english> = {
  choose:
    '<pointer>Solte um arquivo aqui ou escolha um</pointer><touch>Escolha um arquivo</touch>: CSV, Excel, texto ou JSON, também compactado (.gz, .zst, .zip)',
  most: 'Até {rows, number} linhas ou {size}. Duplicatas são verificadas só uma vez.',
  start_at_once: 'Iniciar já, sem a estimativa',
  column_not_found: 'Coluna de e-mail não encontrada?',
  column: 'Coluna de e-mail (opcional)',
  column_example: 'p. ex. E-mail comercial ou 3',
  uploading: 'Carregando…',
  send: 'Carregar a lista',
  uploaded: 'Carregado',
  too_large: '{name} tem {size}; o limite é {most}. Divida-o ou use a linha de comando.',
  no_list: '{name} não é uma lista: escolha um arquivo CSV, Excel, OpenDocument, de texto ou JSON.',
  empty: '{name} está vazio.',
  sending: '{percent}% de {size}',
  reading: 'Chegou. A lista está sendo lida…',
  lost: 'A conexão caiu e nada foi guardado: carregue a lista de novo.',
  error: 'Erro {status}',
  file: 'Um arquivo: CSV, Excel, linhas simples ou JSON',
  column_if_missing: 'Coluna de e-mail, se não for encontrada',
  name_or_number: 'nome ou número',
  paste: 'Ou cole endereços',
  paste_label: 'Endereços, um por linha, ou qualquer texto que os contenha',
  paste_reading: 'Lendo…',
  use_addresses: 'Usar estes endereços',
  sample: 'Testar uma lista de exemplo',
  sample_note:
    '{count, number} linhas com todo tipo de resultado; grátis, e nada é enviado a ninguém',
};
