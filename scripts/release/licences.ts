/** Prints the licences of what the executable contains beside mailvet. */
import { licenceNotices } from './notices.ts';
import { ROOT } from './share.ts';

process.stdout.write(licenceNotices(ROOT));
