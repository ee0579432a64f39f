import { startCut } from '../../core/page/start-cut.ts';

startCut({
  cards: 'li:has([data-anonymize="person-name"]), tr:has([data-anonymize="person-name"])',
  hint: 'main a[href*="/sales/lead/"], main a[href*="/sales/people/"]',
  states: 'code[id^="bpr-guid"]',
  around: 'main a[href*="/sales/lead/"], main a[href*="/sales/people/"]',
  marks: [
    ['anonymize', '[data-anonymize]', 'data-anonymize'],
    ['subtitle', '.artdeco-entity-lockup__subtitle'],
  ],
  skip: 'button, .visually-hidden',
});
