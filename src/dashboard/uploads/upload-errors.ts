import { PageError } from '../page-error.ts';

/** The rest of an upload is not read: the connection ends with this answer. */
const CLOSE = { Connection: 'close' };

export function busy(): PageError {
  return new PageError(503, 'Too many lists are uploaded at once: try again in a moment', {
    'Retry-After': '10',
    ...CLOSE,
  });
}

export function tooSlow(leastRate: string): PageError {
  return new PageError(
    408,
    `The file arrived too slowly, at less than ${leastRate}: try a faster connection, or a smaller file`,
    CLOSE,
  );
}

export function unreadable(): PageError {
  return new PageError(422, 'The form could not be read', CLOSE);
}

export function cutOff(): PageError {
  return new PageError(422, 'The form arrived incomplete: send it again', CLOSE);
}
