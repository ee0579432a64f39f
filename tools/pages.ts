// The page of each tool, one line each.
export { companyToDomainPage } from './company-to-domain/web/tool-page.ts';
export { emailFinderPage } from './email-finder/web/tool-page.ts';
export { leadEnrichmentPage } from './lead-enrichment/web/tool-page.ts';
export { linkedinEnrichmentPage } from './linkedin-enrichment/web/tool-page.ts';
export { peopleScraperPage } from './people-scraper/web/tool-page.ts';
export { websiteExtractionPage } from './website-extraction/web/tool-page.ts';
