/** A saved profile page that was added to the list. */
export interface SavedPage {
  /** the file's name, and a number if another page has it */
  name: string;
  /** the parts that the server reads */
  html: string;
}

/** Whether a file is a page rather than a list. */
export function isPageFile({ name, type }: Pick<File, 'name' | 'type'>): boolean {
  return type === 'text/html' || /\.x?html?$/i.test(name);
}

/**
 * The parts of a page that say whose profile it is: its address, title and structured data. A saved page has
 * megabytes, and these have a few kilobytes.
 */
export function readSavedPage(name: string, text: string): SavedPage {
  const page = new DOMParser().parseFromString(text, 'text/html');
  const parts = page.querySelectorAll(
    'title, link[rel="canonical"], meta[property^="og:"], script[type="application/ld+json"]',
  );
  const html = [...parts].map((part) => part.outerHTML).join('\n');
  // Browsers note the address before the first tag.
  const address = /^[^<]*(?:<![^-][^>]*>\s*)?(<!-- saved from url=[^>]*-->)/i.exec(text)?.[1] ?? '';
  return { name, html: `<!doctype html>${address}<html><head>${html}</head></html>` };
}
