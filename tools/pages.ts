// The page of each tool, one line each.
export { companyToDomainPage } from './company-to-domain/web/page.ts';
export { emailFinderPage } from './email-finder/web/page.ts';
export { leadEnrichmentPage } from './lead-enrichment/web/page.ts';
export { linkedinEnrichmentPage } from './linkedin-enrichment/web/page.ts';
export { websiteExtractionPage } from './website-extraction/web/page.ts';
