/** The program itself. Not bin/mailvet.js: the Node is the right one, and CommonJS can't wait for `main`. */
import { main } from '../../src/main.ts';

void main();
