/** The script of every page. Pages work without it, but for the copy buttons. */
import { acceptDrops } from './drop-zone.ts';
import { follow } from './follow.ts';
import { askBeforehand, completeLinks, offerCopies, offerReveals, showBusy } from './forms.ts';
import { listenToList } from './list-page.ts';
import { showLocalTimes } from './local-times.ts';
import { closeMenus, showCurrentPage } from './menus.ts';
import { watchUploads } from './upload.ts';

completeLinks();
offerCopies();
offerReveals();
askBeforehand();
showBusy();
acceptDrops();
closeMenus();
showCurrentPage();
showLocalTimes();
follow();
listenToList();
watchUploads();
