import type { TranslatedArea } from '../../catalogue.ts';
import type { reasonsAdvice as english } from '../en/reasons-advice.ts';

export const reasonsAdvice: TranslatedArea<typeof english> = {
  accepted: '送信できます。',
  accept_all: '大規模な配信からは除外してください。まず少数で試し、バウンスしたものを外します。',
  disposable:
    '除外してください。数時間で使われなくなるアドレスです。別のアドレスを尋ねてください。',
  role: '一斉配信からは除外してください。複数人が読むアドレスで、誰も購読していません。相手を知っている場合は個別に送ってください。',
  suppressed: '除外してください。チームの送信除外リストにあります。',
  syntax: '修正するか、削除してください。',
  no_mx: '削除してください。',
  mailbox: '削除してください。',
  no_answer: '後でもう一度検証してください。',
  error: '後でもう一度検証してください。',
  incomplete: '後でもう一度検証してください。',
  several_addresses: 'それぞれを検証してください。--split-cells で分けられます。',
};
