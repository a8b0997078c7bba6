import { findSentence, type SentenceArea } from './sentence.ts';
import type { Texts } from './texts.ts';

/**
 * An error of the service in the language of its reader. The service writes English, which programs get as it is;
 * its sentence is found among ours with what stands in it. One that is not there stays English.
 */
export function errorText(text: Texts, message: string): string {
  if (text.language === 'en') return message;
  return findSentence(text, message, AREAS) ?? message;
}

const AREAS: readonly SentenceArea[] = ['errorTexts'];
