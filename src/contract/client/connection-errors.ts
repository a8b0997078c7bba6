/** The code of the error for a connection that was not waited for. */
export const GIVEN_UP = 'MAILVET_GIVEN_UP';

/** The code of the error for a server that answers before it is asked. */
export const SPOKE_FIRST = 'MAILVET_SPOKE_FIRST';
