import { find, findAll } from './dom.ts';

/** A file can be dropped on the form that takes one. */
export function acceptDrops(): void {
  for (const zone of findAll(document, '[data-drop]')) {
    zone.addEventListener('dragover', (event) => {
      if (!filesOf(event)) return;
      event.preventDefault();
      zone.classList.add('over');
    });
    zone.addEventListener('dragleave', ({ relatedTarget }) => {
      if (!zone.contains(relatedTarget as Node | null)) zone.classList.remove('over');
    });
    zone.addEventListener('drop', (event) => {
      const files = filesOf(event);
      if (!files) return;
      event.preventDefault();
      zone.classList.remove('over');
      choose(zone, files);
    });
  }
}

/** While files are dragged their names are not known. */
function filesOf({ dataTransfer }: DragEvent): FileList | undefined {
  return dataTransfer?.types.includes('Files') ? dataTransfer.files : undefined;
}

function choose(zone: HTMLElement, files: FileList): void {
  const field = find<HTMLInputElement>(zone, 'input[type=file]');
  field.files = files;
  field.dispatchEvent(new Event('change'));
  find(zone, 'button').focus();
}
