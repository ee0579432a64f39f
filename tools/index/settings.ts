// The settings of each tool that has some, one line each.
export { companyToDomainSettings } from '../company-to-domain/settings.ts';
export { emailFinderSettings } from '../email-finder/settings.ts';
export { leadEnrichmentSettings } from '../lead-enrichment/settings.ts';
export { linkedinEnrichmentSettings } from '../linkedin-enrichment/settings.ts';
export { websiteExtractionSettings } from '../website-extraction/settings.ts';
