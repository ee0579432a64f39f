import type { Attribute, Tag } from '#engines/page-contacts/html/markup-names.ts';
import { type MarkupEvents, scanMarkup } from '#engines/page-contacts/html/markup-scanner.ts';
import type { HttpAnswer } from './http/http-get.ts';
import { readReservation } from './tdm-file.ts';

/** What a response or a page says about text and data mining; null where it says nothing. */
export interface MiningSignals {
  /** `tdm-reservation`; a page's own value replaces that of its headers */
  reservation: '0' | '1' | null;
  /** `noai` among the directives for crawlers */
  noai: boolean;
}

/** Meta elements are in the head, which is shorter. */
const MAX_HTML_CHARS = 300_000;
/** Directives with a value of their own look like the name of a crawler. */
const WITH_VALUE = new Set(['unavailable_after', 'max-snippet', 'max-image-preview', 'max-video-preview']);

/** Reads the headers `tdm-reservation` and `X-Robots-Tag`. `product`: our name there, in any case. */
export function headerSignals(headers: HttpAnswer['headers'], product: string): MiningSignals {
  const values = [headers['x-robots-tag'] ?? []].flat();
  return {
    reservation: readReservation([headers['tdm-reservation'] ?? []].flat()[0]),
    noai: values.some((value) => hasNoai(value, product)),
  };
}

/** Whether one X-Robots-Tag forbids use by AI, for all crawlers or for ours: `noai`, `otherbot: noindex, noai`. */
function hasNoai(value: string, product: string): boolean {
  let agent: string | null = null;
  for (const part of value.split(',')) {
    const colon = part.indexOf(':');
    const name = part.slice(0, colon).trim().toLowerCase();
    const isNamed = colon >= 0 && !WITH_VALUE.has(name);
    if (isNamed) agent = name;
    const directive = (isNamed ? part.slice(colon + 1) : part).trim().toLowerCase();
    if (directive === 'noai' && (agent === null || agent === product.toLowerCase())) return true;
  }
  return false;
}

/** Reads the meta elements of a page: `tdm-reservation`, `robots` and the one with our own name. */
export function pageSignals(html: string, product: string): MiningSignals {
  const metas = readMetas(html.slice(0, MAX_HTML_CHARS));
  const robots = new Set(['robots', product.toLowerCase()]);
  const reservations = metas.filter(({ name }) => name === 'tdm-reservation');
  return {
    reservation:
      reservations.map(({ content }) => readReservation(content)).find((value) => value !== null) ?? null,
    noai: metas.some(({ name, content }) => robots.has(name) && hasNoai(content, product)),
  };
}

interface Meta {
  /** lowercase */
  name: string;
  content: string;
}

function readMetas(html: string): Meta[] {
  const metas: Meta[] = [];
  let meta: Meta | null = null;
  let opened: Tag | undefined;
  const events = {
    rawTag: '',
    stopped: false,
    onText: () => {},
    onOpenTag(tag: Tag | undefined) {
      opened = tag;
      meta = tag?.name === 'meta' ? { name: '', content: '' } : null;
    },
    onAttribute(
      _attribute: Attribute | undefined,
      nameStart: number,
      nameEnd: number,
      start: number,
      end: number,
    ) {
      if (!meta || start < 0) return;
      const name = html.slice(nameStart, nameEnd).toLowerCase();
      if (name === 'name') meta.name = html.slice(start, end).trim().toLowerCase();
      else if (name === 'content') meta.content = html.slice(start, end);
    },
    onOpenTagEnd() {
      if (meta) metas.push(meta);
      if (opened?.isRaw) events.rawTag = opened.name;
    },
    onCloseTag(tag: Tag | undefined) {
      if (tag?.isRaw) events.rawTag = '';
    },
  } satisfies MarkupEvents;
  scanMarkup(html, events);
  return metas;
}
