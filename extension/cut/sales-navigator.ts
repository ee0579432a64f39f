import { startCut } from './start-cut.ts';

startCut({
  cards: 'li:has([data-anonymize="person-name"]), tr:has([data-anonymize="person-name"])',
  hint: 'main a[href*="/sales/lead/"], main a[href*="/sales/people/"]',
  states: 'code[id^="bpr-guid"]',
  marks: [['anonymize', '[data-anonymize]', 'data-anonymize']],
  skip: 'button, .visually-hidden',
});
