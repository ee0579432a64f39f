import { page, type TestPages } from '../../core/test-pages.ts';

export const testPages: TestPages = {
  pages: {
    'firm.example/contact': page(
      'en',
      '<footer>Write to <a href="mailto:info@firm-example.com">us</a> or call <a href="tel:+33142685300">+33 1 42 68 53 00</a>. <a href="https://www.linkedin.com/company/firm">LinkedIn</a></footer>',
    ),
    'firm.example/kontakt': page('de', '<p>Telefon: 030 901820, E-Mail: buero (at) firm-example.de</p>'),
    'firm.example/empty': page('en', '<p>Nothing here.</p>'),
  },
  shows: [
    ['firm.example/contact', ['email', 'phone', 'social']],
    ['firm.example/kontakt', ['email', 'phone']],
  ],
  drifted: null,
  empty: 'firm.example/empty',
  emptyText: 'This page shows no contacts.',
};
