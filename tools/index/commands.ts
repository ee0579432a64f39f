// The `leadwell` commands of each tool, one line each.
export { companyToDomainCommands } from '../company-to-domain/command.ts';
export { emailFinderCommands } from '../email-finder/command.ts';
export { linkedinEnrichmentCommands } from '../linkedin-enrichment/command.ts';
export { websiteExtractionCommands } from '../website-extraction/command.ts';
