// Every site, one line each. The server and the web client read it (extension/sites.ts).
export { clutch } from '../sites/clutch/site.ts';
export { crunchbase } from '../sites/crunchbase/site.ts';
export { googleMaps } from '../sites/google-maps/site.ts';
export { linkedin } from '../sites/linkedin/site.ts';
export { linkedinJobs } from '../sites/linkedin-jobs/site.ts';
export { pageContacts } from '../sites/page-contacts/site.ts';
export { salesNavigator } from '../sites/sales-navigator/site.ts';
export { twitter } from '../sites/twitter/site.ts';
