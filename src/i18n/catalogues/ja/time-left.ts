import type { TranslatedArea } from '../../catalogue.ts';
import type { timeLeft as english } from '../en/time-left.ts';

export const timeLeft: TranslatedArea<typeof english> = {
  left: '残り {time}',
  rest: 'プロバイダーを待機中、次の試行は {time}後',
  hosts: '応答の遅いメールサーバーを待機中（アドレス {count, plural, other {#}} 件）',
};
