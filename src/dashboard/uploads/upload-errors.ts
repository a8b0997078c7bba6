import { message } from '../../i18n/message.ts';
import { PageError } from '../page-error.ts';

/** The rest of an upload is not read: the connection ends with this answer. */
const CLOSE = { Connection: 'close' };

export function busy(): PageError {
  return new PageError(503, message('errorTexts.too_many_uploads'), {
    'Retry-After': '10',
    ...CLOSE,
  });
}

export function tooSlow(leastRate: string): PageError {
  return new PageError(408, message('errorTexts.too_slow', { rate: leastRate }), CLOSE);
}

export function unreadable(): PageError {
  return new PageError(422, message('errorTexts.form_unreadable'), CLOSE);
}

export function cutOff(): PageError {
  return new PageError(422, message('errorTexts.form_incomplete'), CLOSE);
}
