// What the dashboard says about each extension, one line each.
export { clutchGuide } from '../sites/clutch/guide.ts';
export { crunchbaseGuide } from '../sites/crunchbase/guide.ts';
export { googleMapsGuide } from '../sites/google-maps/guide.ts';
export { linkedinGuide } from '../sites/linkedin/guide.ts';
export { linkedinJobsGuide } from '../sites/linkedin-jobs/guide.ts';
export { pageContactsGuide } from '../sites/page-contacts/guide.ts';
export { salesNavigatorGuide } from '../sites/sales-navigator/guide.ts';
export { twitterGuide } from '../sites/twitter/guide.ts';
