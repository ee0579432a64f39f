import { startCut } from '../../core/page/start-cut.ts';

startCut({
  cards:
    '[data-occludable-job-id], [data-job-id]:has(a[href*="/jobs/view/"]), [data-entity-urn*="jobPosting"]',
  around: 'main a[href*="/jobs/view/"]',
  hint: 'main a[href*="/jobs/view/"]',
  marks: [
    ['job', '[data-occludable-job-id]', 'data-occludable-job-id'],
    ['job', '[data-job-id]', 'data-job-id'],
    ['job', '[data-entity-urn]', 'data-entity-urn'],
    ['title', '.job-card-list__title--link, .base-search-card__title'],
    [
      'company',
      '.artdeco-entity-lockup__subtitle, .job-card-container__primary-description, .base-search-card__subtitle',
    ],
    ['location', '.artdeco-entity-lockup__caption, .job-search-card__location'],
    ['posted', 'time', 'datetime'],
  ],
  skip: 'button, .visually-hidden, time',
});
