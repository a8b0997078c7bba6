/** The script of every page. Pages work without it, but for the copy buttons. */

import { find, findAll } from './dom.ts';
import { follow } from './follow.ts';
import { askBeforehand, completeLinks, offerCopies, offerReveals, showBusy } from './forms.ts';
import { listenToList } from './list-page.ts';
import { localTimes } from './local-time.ts';
import { acceptDrops, nameFiles, watchUploads } from './upload.ts';

completeLinks();
offerCopies();
offerReveals();
askBeforehand();
showBusy();
acceptDrops();
nameFiles();
closeMenus();
showCurrentPage();
showLocalTimes();
follow();
listenToList();
watchUploads();

/** Menus open without a script. With it they close where somebody goes on elsewhere, and by Escape. */
function closeMenus(): void {
  for (const menu of findAll<HTMLDetailsElement>(document, '[data-menu]')) {
    const closeOutside = (target: EventTarget | null) => {
      if (!menu.contains(target as Node | null)) menu.open = false;
    };
    document.addEventListener('click', ({ target }) => closeOutside(target));
    menu.addEventListener('focusout', ({ relatedTarget }) => {
      if (relatedTarget) closeOutside(relatedTarget);
    });
    menu.addEventListener('keydown', ({ key }) => {
      if (key !== 'Escape' || !menu.open) return;
      menu.open = false;
      find(menu, 'summary').focus();
    });
  }
}

/** On a narrow window the navigation is wider than it. */
function showCurrentPage(): void {
  const current = document.querySelector('.pages [aria-current]');
  current?.scrollIntoView({ block: 'nearest', inline: 'center' });
}

/** In the zone of the browser, or of the person. What a time was in UTC is its title. */
function showLocalTimes(): void {
  const { lang, dataset } = document.documentElement;
  const say = localTimes(lang, dataset.zone || undefined);
  for (const time of findAll<HTMLTimeElement>(document, 'time[datetime]')) {
    time.title ||= time.textContent;
    time.textContent = say(new Date(time.dateTime), new Date());
  }
}
