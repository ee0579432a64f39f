import { registrable } from '#engines/company-domain/company-name.ts';
import type { Homepage } from '#engines/company-domain/read-homepage.ts';
import type { PageFetcher } from '#net/fetch-page.ts';
import { type ImageSize, imageSize, imageType } from '../engine/image-header.ts';
import type { CompanyPorts } from './ports.ts';

const LOGO_MAX_BYTES = 200_000;
/** A page shows 25 logos, and a browser needs 4 bytes for each pixel. */
const LOGO_MAX_PIXELS = 1_500_000;
const LOGO_MAX_SIDE = 4_096;

export interface LogoParts {
  fetcher: Pick<PageFetcher, 'fetchImage'>;
  logos: CompanyPorts['logos'];
}

/**
 * The address of a site's icon, after it was fetched, verified as an image and stored. Tries one image, so that a
 * site gets at most three requests: robots.txt, the homepage and this. It must come from the same site, also after
 * redirects. Null if there is none.
 */
export async function findLogo(
  { fetcher, logos }: LogoParts,
  site: { domain: string; url: string; page: Homepage },
  signal: AbortSignal,
): Promise<string | null> {
  const { domain, page, url } = site;
  const stored = await logos.find(domain);
  if (stored !== null) return stored;
  // An icon of another host would be one more site to visit.
  const icon = page.icons.find((icon) => registrable(icon) === domain) ?? new URL('/favicon.ico', url).href;
  const fetched = await fetcher.fetchImage(icon, { signal, maxBytes: LOGO_MAX_BYTES });
  if (!fetched.read) return null;
  const type = imageType(fetched.bytes);
  if (type === null || !isLogoSize(imageSize(fetched.bytes, type))) return null;
  await logos.save({ domain, url: fetched.url, type, bytes: fetched.bytes });
  return fetched.url;
}

function isLogoSize(size: ImageSize | null): boolean {
  if (size === null) return false;
  const { width, height } = size;
  return (
    Math.min(width, height) > 0 &&
    Math.max(width, height) <= LOGO_MAX_SIDE &&
    width * height <= LOGO_MAX_PIXELS
  );
}
