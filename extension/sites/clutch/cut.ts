import { startCut } from '../../core/page/start-cut.ts';

startCut({
  cards: 'li.provider-list-item, .provider-row, li:has(a[href*="/profile/"]):has(a[href*="/redirect"])',
  around: 'main a[href*="/profile/"]',
  hint: 'main a[href*="/profile/"]',
  marks: [
    ['name', '.provider__title-link, .company_info a, h3 a'],
    ['rating', '[itemprop="ratingValue"]', 'content'],
    ['rating', '.sg-rating__number'],
    ['location', '.locality, .location, [itemprop="addressLocality"]'],
    ['service', '.provider__services-list-item, [data-service]'],
  ],
  skip: 'button, h3',
});
