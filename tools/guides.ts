// The guide of each tool, one line each. How To Use shows them.
export { companyToDomainGuide } from './company-to-domain/web/guide.tsx';
export { emailFinderGuide } from './email-finder/web/guide.tsx';
export { linkedinEnrichmentGuide } from './linkedin-enrichment/web/guide.tsx';
export { peopleScraperGuide } from './people-scraper/web/guide.tsx';
export { websiteExtractionGuide } from './website-extraction/web/guide.tsx';
