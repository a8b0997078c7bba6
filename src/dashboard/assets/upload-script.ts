/** Sends a list, and shows how much of it has gone. Without it the browser sends the form by itself. */
export const UPLOAD_SCRIPT = `
const LIST_ENDING = /\\.(csv|tsv|tab|txt|text|list|xlsx|xlsm|xls|ods|json|jsonl|ndjson|asc|dat|log|prn|gz|gzip|zst|zstd|zip)$/i;
const NO_LIST = /^(image|audio|video|font)\\/|\\/(pdf|zip|x-zip-compressed|gzip|msword)$|wordprocessingml|presentationml/;

for (const form of document.querySelectorAll('[data-upload]')) watchUploads(form);

function watchUploads(form) {
  const field = form.querySelector('input[type=file]');
  const refused = () => (field.files[0] ? refusal(form, field.files[0]) : undefined);
  field.addEventListener('change', () => showFault(form, refused()));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const file = field.files[0];
    const fault = refused();
    if (!file || fault) return showFault(form, fault);
    upload(form, file);
  });
}

/** Why a file is not sent at all. */
function refusal(form, file) {
  const texts = JSON.parse(form.dataset.texts);
  const most = Number(form.dataset.most);
  const facts = { name: file.name, size: bytes(file.size), most: bytes(most) };
  if (file.size > most) return fill(texts.tooLarge, facts);
  if (file.size === 0) return fill(texts.empty, facts);
  if (!LIST_ENDING.test(file.name) && NO_LIST.test(file.type)) return fill(texts.noList, facts);
  return undefined;
}

function showFault(form, text) {
  const box = form.querySelector('[data-uploading]');
  const fault = box.querySelector('[data-fault]');
  fault.textContent = text ?? '';
  fault.hidden = !text;
  box.hidden = !text;
  for (const part of box.querySelectorAll('progress, .actions, p:not([data-fault])')) part.hidden = Boolean(text);
}

function fill(text, facts) {
  return text.replace(/\\{(\\w+)\\}/g, (_, name) => facts[name] ?? '');
}

/** In the language of the page: 1.5 MB. */
function bytes(count) {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'];
  let at = 0;
  let size = count;
  for (; size >= 1000 && at < 3; at++) size /= 1024;
  const shown = at === 0 || size >= 100 ? Math.round(size) : size;
  const style = { style: 'unit', unit: units[at], unitDisplay: 'short', maximumFractionDigits: 1 };
  return new Intl.NumberFormat(document.documentElement.lang, style).format(shown);
}

/** By XMLHttpRequest: fetch does not say how much has gone. */
function upload(form, file) {
  const texts = JSON.parse(form.dataset.texts);
  const box = form.querySelector('[data-uploading]');
  // A field that is disabled is not in the data of its form.
  const data = new FormData(form);
  const fields = form.querySelectorAll('button.main, input');
  const controls = new AbortController();
  const { signal } = controls;
  const request = new XMLHttpRequest();
  const put = (place, text) => {
    const found = box.querySelector(place);
    if (found.textContent !== text) found.textContent = text;
  };
  const show = (share) => {
    const percent = Math.floor(100 * share);
    box.querySelector('progress').value = share;
    put('[data-state]', share < 1 ? fill(texts.sending, { percent, size: bytes(file.size) }) : texts.reading);
    const quarter = Math.floor(percent / 25) * 25;
    put('[data-said]', quarter > 0 ? quarter + ' %' : '');
  };
  const end = (fault) => {
    controls.abort();
    for (const field of fields) field.disabled = false;
    showFault(form, fault);
  };
  showFault(form, undefined);
  box.hidden = false;
  put('[data-file]', file.name);
  for (const field of fields) field.disabled = true;
  show(0);
  addEventListener('beforeunload', (event) => event.preventDefault(), { signal });
  box.querySelector('[data-cancel]').addEventListener('click', () => request.abort(), { signal });
  request.open('POST', form.action);
  request.setRequestHeader('Accept', 'application/json');
  request.responseType = 'json';
  request.upload.onprogress = ({ loaded, total }) => show(loaded / total);
  request.onabort = () => end(undefined);
  request.onerror = () => end(texts.lost);
  request.onload = () => {
    const { status, response, responseURL } = request;
    if (status >= 400) return end(sentence(response?.message || fill(texts.error, { status })));
    controls.abort();
    // Where the session has ended, the answer is the page to sign in.
    location.assign(response?.path ?? responseURL);
  };
  request.send(data);
}

function sentence(text) {
  return /[.?!。]$/.test(text) ? text : text + '.';
}
`;
