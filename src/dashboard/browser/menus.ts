import { find, findAll } from './dom.ts';

/** Menus open without a script. With it they close where somebody goes on elsewhere, and by Escape. */
export function closeMenus(): void {
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
export function showCurrentPage(): void {
  const current = document.querySelector('.pages [aria-current]');
  current?.scrollIntoView({ block: 'nearest', inline: 'center' });
}
