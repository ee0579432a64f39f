// The tools that work as steps of a list, one line each.
export { companyStep } from '../company-to-domain/step.ts';
export { emailStep } from '../email-finder/step.ts';
export { aiStep, inListStep, lookUpStep, requestStep } from '../lead-enrichment/step.ts';
export { linkedinStep } from '../linkedin-enrichment/step.ts';
export { websiteStep } from '../website-extraction/step.ts';
