import { TAP_EVENT, TAP_STOP_EVENT } from '../messages.ts';
import { STATE_MAX_CHARS } from '../page-cut.ts';

/** Set in the page while a tap runs, so that a second one replaces it. */
const RUNNING = Symbol.for('leadwell-tap');

/**
 * Runs in the page's own world and passes on the responses that the page itself requested and `wanted` names,
 * after the texts of `embedded`. Requests nothing. Undone by the stop event. The page can see it, so only
 * Google Maps and X have one.
 */
export function startTap(wanted: RegExp, embedded: () => string[]): void {
  const page = window as unknown as Record<symbol, (() => void) | undefined>;
  page[RUNNING]?.();
  let on = true;
  const emit = (text: unknown) => {
    if (!on || typeof text !== 'string') return;
    document.dispatchEvent(new CustomEvent(TAP_EVENT, { detail: text.slice(0, STATE_MAX_CHARS) }));
  };
  const undo = [tapFetch(wanted, emit), tapRequests(wanted, emit)];
  const stop = () => {
    on = false;
    for (const step of undo) step();
    delete page[RUNNING];
    document.removeEventListener(TAP_STOP_EVENT, stop);
  };
  page[RUNNING] = stop;
  document.addEventListener(TAP_STOP_EVENT, stop);
  for (const text of embedded()) emit(text);
}

type Emit = (text: unknown) => void;

function tapFetch(wanted: RegExp, emit: Emit): () => void {
  const before = window.fetch;
  const tapped: typeof fetch = function (this: unknown, ...args) {
    const reply: Promise<Response> = Reflect.apply(before, this, args);
    reply
      .then((response) => (wanted.test(response.url) ? response.clone().text().then(emit) : undefined))
      // The page gets the failure itself.
      .catch(() => undefined);
    return reply;
  };
  window.fetch = tapped;
  return () => {
    // Another program may have wrapped ours since.
    if (window.fetch === tapped) window.fetch = before;
  };
}

function tapRequests(wanted: RegExp, emit: Emit): () => void {
  const prototype = XMLHttpRequest.prototype;
  const before = prototype.send;
  const tapped: typeof before = function (this: XMLHttpRequest, ...args) {
    this.addEventListener('load', () => {
      if (!wanted.test(this.responseURL)) return;
      if (this.responseType === '' || this.responseType === 'text') emit(this.responseText);
      else if (this.responseType === 'json') emit(JSON.stringify(this.response));
    });
    return Reflect.apply(before, this, args);
  };
  prototype.send = tapped;
  return () => {
    if (prototype.send === tapped) prototype.send = before;
  };
}
