// The server half of each tool, one line each.
export { companyToDomainServer } from '../company-to-domain/server.ts';
export { emailFinderServer } from '../email-finder/server.ts';
export { leadEnrichmentServer } from '../lead-enrichment/server.ts';
export { linkedinEnrichmentServer } from '../linkedin-enrichment/server.ts';
export { websiteExtractionServer } from '../website-extraction/server.ts';
