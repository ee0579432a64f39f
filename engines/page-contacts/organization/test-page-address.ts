import { extractPage } from '../extract-page.ts';
import { pageOrganization } from './page-organization.ts';

/** The fields of the organization of a page, in one line; `-` for one that it lacks. */
export function pageAddress(
  html: string,
  { host, path = '', lang, fields }: { host: string; path?: string; lang: string; fields: readonly string[] },
): string {
  const page = extractPage(
    `<html lang="${lang}"><body>${html}</body></html>`,
    `https://www.${host}/${path}`,
    {
      now: () => 0,
      organization: pageOrganization,
    },
  );
  return fields
    .map((wanted) => page.organization.find(({ field }) => field === wanted)?.value ?? '-')
    .join(' | ');
}

/** The street, postal code and city of a page, in one line. */
export function streetCodeAndCity(html: string, host: string, lang: string): string {
  return pageAddress(html, { host, lang, fields: ['street', 'postal_code', 'city'] });
}
