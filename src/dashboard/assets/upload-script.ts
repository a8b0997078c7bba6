/**
 * Uploads by tus: in parts, so that what has arrived stays when the connection is cut, the page is closed
 * or the session ends. A browser that lacks what it needs sends the form.
 */
export const UPLOAD_SCRIPT = `
const PART_BYTES = 4 * 1024 * 1024;
const WAITS = [1, 2, 4, 8, 15, 30];
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
    new Upload(form, file).start();
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

function bytes(count) {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'];
  let at = 0;
  let size = count;
  for (; size >= 1000 && at < 3; at++) size /= 1024;
  return measure(at === 0 || size >= 100 ? Math.round(size) : size, units[at]);
}

function duration(seconds) {
  if (seconds < 60) return measure(Math.max(5, Math.ceil(seconds / 5) * 5), 'second');
  return measure(Math.ceil(seconds / 60), 'minute');
}

/** In the language of the page: 1.5 MB, 40 s. */
function measure(count, unit) {
  const { lang } = document.documentElement;
  const unitDisplay = lang.startsWith('en') && !unit.endsWith('byte') ? 'narrow' : 'short';
  const style = { style: 'unit', unit, unitDisplay, maximumFractionDigits: 1 };
  return new Intl.NumberFormat(lang, style).format(count);
}

class Upload {
  constructor(form, file) {
    this.form = form;
    this.file = file;
    this.texts = JSON.parse(form.dataset.texts);
    this.box = form.querySelector('[data-uploading]');
    this.key = 'upload ' + [file.name, file.size, file.lastModified].join(' ');
    this.tries = 0;
    this.rates = [];
    this.controls = new AbortController();
  }

  async start() {
    this.show(true);
    const { signal } = this.controls;
    this.on('[data-cancel]', () => this.cancel());
    this.on('[data-again]', () => this.goOn?.());
    addEventListener('online', () => this.goOn?.(), { signal });
    // Somebody who has signed in elsewhere comes back to this page.
    addEventListener('focus', () => this.goOn?.(), { signal });
    addEventListener('beforeunload', (event) => event.preventDefault(), { signal });
    await this.run();
  }

  on(place, act) {
    this.box.querySelector(place).addEventListener('click', act, { signal: this.controls.signal });
  }

  show(isRunning) {
    showFault(this.form, undefined);
    this.box.hidden = !isRunning;
    this.put('[data-file]', this.file.name);
    for (const part of this.form.querySelectorAll('button.main, input')) part.disabled = isRunning;
    for (const place of ['[data-sign-in]', '[data-again]']) this.box.querySelector(place).hidden = true;
    this.box.querySelector('progress').hidden = !isRunning;
    this.at(0, this.texts.begins);
  }

  /** Until the file is read, or a fault that trying again does not mend. */
  async run() {
    while (!this.isOver) {
      try {
        await this.send();
        return await this.read();
      } catch (problem) {
        if (this.isOver) return;
        if (!(problem instanceof Problem)) throw problem;
        if (problem.status === 404 || problem.status === 410) this.forget();
        else if (problem.status === 401) await this.signedOut();
        else if (problem.isLasting) return this.fail(problem.message);
        else await this.rest(problem);
      }
    }
  }

  async send() {
    this.place = this.remembered();
    if (this.place) {
      const { headers } = await this.ask('HEAD', this.place);
      this.offset = Number(headers.get('Upload-Offset'));
      if (this.offset > 0) this.at(this.offset, this.texts.goesOn);
    } else {
      const name = btoa(String.fromCharCode(...new TextEncoder().encode(this.file.name)));
      const { headers } = await this.ask('POST', '/uploads', {
        'Upload-Length': this.file.size,
        'Upload-Metadata': 'filename ' + name,
      });
      this.place = headers.get('Location');
      this.remember(this.place);
      this.offset = 0;
    }
    while (this.offset < this.file.size) {
      await this.sendPart(this.file.slice(this.offset, this.offset + PART_BYTES));
      this.tries = 0;
    }
  }

  /** By XMLHttpRequest: fetch does not say how much has gone. */
  async sendPart(part) {
    const headers = {
      'Content-Type': 'application/offset+octet-stream',
      'Upload-Offset': this.offset,
      ...(await checksum(part)),
    };
    await new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      this.request = request;
      request.open('PATCH', this.place);
      request.setRequestHeader('Tus-Resumable', '1.0.0');
      request.setRequestHeader('Accept', 'application/json');
      for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
      request.upload.onprogress = ({ loaded }) => this.sent(this.offset + loaded);
      request.onerror = request.onabort = request.ontimeout = () => reject(new Problem(0, ''));
      request.onload = () => {
        if (request.status !== 204) return reject(problemOf(this.texts, request.status, request.responseText));
        this.offset = Number(request.getResponseHeader('Upload-Offset'));
        resolve();
      };
      request.send(part);
    });
  }

  async read() {
    this.at(this.file.size, this.texts.reading);
    const body = new URLSearchParams(new FormData(this.fields()));
    const answer = await this.ask('POST', this.place, {}, body);
    const { path } = await answer.json();
    this.forget();
    this.end();
    location.assign(path);
  }

  /** The form's fields, which are disabled while it is sent, without token and file. */
  fields() {
    const form = document.createElement('form');
    for (const field of this.form.querySelectorAll('input:not([type=file], [name=csrf])')) {
      const copy = field.cloneNode();
      copy.disabled = false;
      copy.checked = field.checked;
      form.append(copy);
    }
    return form;
  }

  async ask(method, path, headers = {}, body = undefined) {
    const all = { 'Tus-Resumable': '1.0.0', Accept: 'application/json', ...headers };
    const answer = await fetch(path, { method, headers: all, body }).catch(() => {
      throw new Problem(0, '');
    });
    if (!answer.ok) throw problemOf(this.texts, answer.status, await answer.text(), answer.headers);
    return answer;
  }

  sent(count) {
    const now = performance.now();
    this.rates.push([now, count]);
    while (this.rates.length > 2 && now - this.rates[0][0] > 5000) this.rates.shift();
    const [[since, from]] = this.rates;
    const rate = (1000 * (count - from)) / Math.max(now - since, 1);
    if (now - since < 500 || rate <= 0) return this.at(count, this.texts.begins);
    const left = duration((this.file.size - count) / rate);
    this.at(count, this.texts.sending, { speed: bytes(rate), left });
  }

  at(count, text, facts = {}) {
    const percent = Math.floor((100 * count) / this.file.size);
    this.box.querySelector('progress').value = count / this.file.size;
    this.put('[data-state]', fill(text, { percent, size: bytes(this.file.size), ...facts }));
    const quarter = Math.floor(percent / 25) * 25;
    if (quarter > 0) this.put('[data-said]', quarter + ' %');
  }

  put(place, text) {
    const found = this.box.querySelector(place);
    if (found.textContent !== text) found.textContent = text;
    found.hidden = false;
  }

  async signedOut() {
    this.at(this.offset ?? 0, this.texts.signedOut);
    this.box.querySelector('[data-sign-in]').hidden = false;
    await this.pause();
    this.box.querySelector('[data-sign-in]').hidden = true;
  }

  async rest({ retryAfter }) {
    this.rates = [];
    this.at(this.offset ?? 0, this.texts.waits);
    const wait = WAITS[Math.min(this.tries++, WAITS.length - 1)];
    await this.pause(Math.max(wait, retryAfter));
  }

  /** Until a time is over, or something happens that makes another try worth while. */
  async pause(seconds = undefined) {
    this.box.querySelector('[data-again]').hidden = false;
    await new Promise((resolve) => {
      this.goOn = resolve;
      if (seconds !== undefined) setTimeout(resolve, seconds * 1000);
    });
    this.goOn = undefined;
    this.box.querySelector('[data-again]').hidden = true;
  }

  /** What has arrived stays: with the column named it may be read. */
  fail(message) {
    this.end();
    this.show(false);
    const { name } = this.file;
    const isNamed = message.startsWith(name);
    showFault(this.form, isNamed ? message : fill(this.texts.fault, { name, message }));
  }

  async cancel() {
    this.end();
    this.request?.abort();
    this.show(false);
    const place = this.place ?? this.remembered();
    this.forget();
    if (place) await this.ask('DELETE', place).catch(() => {});
  }

  end() {
    this.isOver = true;
    this.controls.abort();
    this.goOn?.();
  }

  /** Storage may be closed to pages; then a file goes on within this page alone. */
  remembered() {
    try {
      return this.known ?? localStorage.getItem(this.key);
    } catch {
      return this.known;
    }
  }

  remember(place) {
    this.known = place;
    try {
      localStorage.setItem(this.key, place);
    } catch {}
  }

  forget() {
    this.known = undefined;
    this.place = undefined;
    try {
      localStorage.removeItem(this.key);
    } catch {}
  }
}

class Problem extends Error {
  constructor(status, message, retryAfter = 0) {
    super(message);
    this.status = status;
    this.retryAfter = retryAfter;
    // The others pass: no connection, a full or stopping service, an offset that is asked for again.
    this.isLasting = [400, 402, 403, 412, 413, 415, 422].includes(status);
  }
}

function problemOf(texts, status, text, headers = undefined) {
  let message = '';
  try {
    message = JSON.parse(text).message;
  } catch {}
  return new Problem(status, message || fill(texts.error, { status }), Number(headers?.get('Retry-After') ?? 0));
}

/** Browsers hash over TLS and on this machine alone. */
async function checksum(part) {
  if (!globalThis.crypto?.subtle) return {};
  const hash = await crypto.subtle.digest('SHA-256', await part.arrayBuffer());
  return { 'Upload-Checksum': 'sha256 ' + btoa(String.fromCharCode(...new Uint8Array(hash))) };
}
`;
