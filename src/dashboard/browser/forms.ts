import { find, findAll } from './dom.ts';

/** Links of ours begin as the browser's address does, which the service need not know. */
export function completeLinks(): void {
  for (const field of findAll<HTMLInputElement>(document, '[data-path]')) {
    field.value = `${location.origin}${field.dataset.path}`;
  }
}

export function offerCopies(): void {
  for (const button of findAll<HTMLButtonElement>(document, '[data-copy]')) {
    button.hidden = false;
    button.addEventListener('click', () => copy(button));
  }
}

async function copy(button: HTMLButtonElement): Promise<void> {
  const field = fieldOf(button.dataset.copy);
  field.select();
  // Over plain HTTP this is the only clipboard that browsers offer.
  if (navigator.clipboard) await navigator.clipboard.writeText(field.value);
  else document.execCommand('copy');
  button.textContent = button.dataset.done ?? '';
  const said = find(document, '[data-copied]');
  said.textContent = said.dataset.copied ?? '';
}

function fieldOf(id: string | undefined): HTMLInputElement {
  return find<HTMLInputElement>(document, `[id="${id}"]`);
}

/** Passwords are shown while somebody wants to see them. */
export function offerReveals(): void {
  for (const button of findAll<HTMLButtonElement>(document, '[data-reveal]')) {
    const { reveal, hide = '', label = '' } = button.dataset;
    const field = fieldOf(reveal);
    const show = button.textContent;
    button.hidden = false;
    button.setAttribute('aria-label', label);
    button.addEventListener('click', () => {
      const isShown = field.type === 'text';
      field.type = isShown ? 'password' : 'text';
      button.textContent = isShown ? show : hide;
      button.setAttribute('aria-pressed', String(!isShown));
    });
  }
}

export function askBeforehand(): void {
  for (const form of findAll(document, '[data-confirm]')) {
    form.addEventListener('submit', (event) => {
      if (!confirm(form.dataset.confirm)) event.preventDefault();
    });
  }
}

/** A form that is on its way can't be sent twice. */
export function showBusy(): void {
  for (const button of findAll<HTMLButtonElement>(document, '[data-busy]')) {
    const { textContent, form } = button;
    form?.addEventListener('submit', (event) => {
      if (event.defaultPrevented || form.dataset.upload !== undefined) return;
      button.textContent = button.dataset.busy ?? '';
      button.disabled = true;
    });
    // A page that is restored by going back has its button enabled again.
    addEventListener('pageshow', () => {
      button.textContent = textContent;
      button.disabled = false;
    });
  }
}
