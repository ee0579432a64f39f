// Every tool, one line each. Pages, functions, history, files, usage and commands derive from this list
// (tools/index/tools.ts, web/pages/all-pages.ts).
export { companyToDomain } from '../company-to-domain/definition.ts';
export { emailFinder } from '../email-finder/definition.ts';
export { leadEnrichment } from '../lead-enrichment/definition.ts';
export { linkedinEnrichment } from '../linkedin-enrichment/definition.ts';
export { websiteExtraction } from '../website-extraction/definition.ts';
