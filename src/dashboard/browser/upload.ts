import { find, findAll, put } from './dom.ts';
import { bytesText, fillIn, refusal, sentence, type UploadTexts } from './upload-refusal.ts';

/** Sends a list, and shows how much of it has gone. Without a script the browser sends the form. */
export function watchUploads(): void {
  for (const form of findAll<HTMLFormElement>(document, '[data-upload]')) watchUpload(form);
}

function watchUpload(form: HTMLFormElement): void {
  const field = find<HTMLInputElement>(form, 'input[type=file]');
  const limits = { texts: textsOf(form), most: Number(form.dataset.most), language: language() };
  const refused = () => (field.files?.[0] ? refusal(field.files[0], limits) : undefined);
  field.addEventListener('change', () => showFault(form, refused()));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const file = field.files?.[0];
    const fault = refused();
    if (!file || fault) showFault(form, fault);
    else upload(form, file);
  });
}

function textsOf({ dataset }: HTMLFormElement): UploadTexts {
  return JSON.parse(dataset.texts ?? '');
}

function language(): string {
  return document.documentElement.lang;
}

function showFault(form: HTMLFormElement, text: string | undefined): void {
  const box = find(form, '[data-uploading]');
  const fault = find(box, '[data-fault]');
  fault.textContent = text ?? '';
  fault.hidden = !text;
  box.hidden = !text;
  for (const part of findAll(box, 'progress, .actions, p:not([data-fault])')) {
    part.hidden = Boolean(text);
  }
}

/** By XMLHttpRequest: fetch does not say how much has gone. */
function upload(form: HTMLFormElement, file: File): void {
  const texts = textsOf(form);
  const box = find(form, '[data-uploading]');
  // A field that is disabled is not in the data of its form.
  const data = new FormData(form);
  const fields = findAll<HTMLButtonElement | HTMLInputElement>(form, 'button.main, input');
  const controls = new AbortController();
  const { signal } = controls;
  const request = new XMLHttpRequest();
  const end = (fault: string | undefined) => {
    controls.abort();
    for (const field of fields) field.disabled = false;
    showFault(form, fault);
  };
  showFault(form, undefined);
  box.hidden = false;
  put(box, '[data-file]', file.name);
  for (const field of fields) field.disabled = true;
  showSent(box, { texts, size: file.size, share: 0 });
  addEventListener('beforeunload', (event) => event.preventDefault(), { signal });
  find(box, '[data-cancel]').addEventListener('click', () => request.abort(), { signal });
  request.open('POST', form.action);
  request.setRequestHeader('Accept', 'application/json');
  request.responseType = 'json';
  request.upload.onprogress = ({ loaded, total }) =>
    showSent(box, { texts, size: file.size, share: loaded / total });
  request.onabort = () => end(undefined);
  request.onerror = () => end(texts.lost);
  request.onload = () => {
    const { status, response, responseURL } = request;
    if (status >= 400) return end(sentence(response?.message || fillIn(texts.error, { status })));
    controls.abort();
    // Where the session has ended, the answer is the page to sign in.
    location.assign(response?.path ?? responseURL);
  };
  request.send(data);
}

/** Screen readers announce each quarter. */
function showSent(
  box: HTMLElement,
  {
    texts,
    size,
    share,
  }: {
    readonly texts: UploadTexts;
    /** Bytes of the file. */
    readonly size: number;
    readonly share: number;
  },
): void {
  const percent = Math.floor(100 * share);
  const sent = { percent, size: bytesText(size, language()) };
  find<HTMLProgressElement>(box, 'progress').value = share;
  put(box, '[data-state]', share < 1 ? fillIn(texts.sending, sent) : texts.reading);
  const quarter = Math.floor(percent / 25) * 25;
  put(box, '[data-said]', quarter > 0 ? `${quarter} %` : '');
}

/** Names the file that was chosen, in place of the browser's own field. */
export function nameFiles(): void {
  for (const field of findAll<HTMLInputElement>(document, '.file > input')) {
    const place = field.parentElement?.querySelector('[data-chosen]');
    const none = place?.textContent ?? '';
    const show = () => {
      if (place) place.textContent = field.files?.[0]?.name ?? none;
    };
    field.addEventListener('change', show);
    show();
  }
}

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
