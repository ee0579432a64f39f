import type { CutCard, CutLink, CutMark, PageCut } from './page-cut.ts';

/** A page with only JSON texts. */
export function states(...texts: string[]): PageCut {
  return { url: 'https://site.example/', cards: [], states: texts };
}

/** A page with only cards. */
export function cards(...given: Partial<CutCard>[]): PageCut {
  return {
    url: 'https://site.example/',
    cards: given.map((card) => ({ texts: [], links: [], marks: [], ...card })),
    states: [],
  };
}

export function link(href: string, text = '', label = ''): CutLink {
  return { href, text, label };
}

export function mark(name: string, text: string, value = ''): CutMark {
  return { name, text, value };
}
