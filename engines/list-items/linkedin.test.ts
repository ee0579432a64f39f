import { describe, expect, it } from 'vitest';
import { LINKEDIN_FAULT_LABELS, linkedinItemKey, linkedinKey, readLinkedinProfile } from './linkedin.ts';

const ID = 'ACwAAAB1cd2EFgh3ijKLmn4opQRst5uvWXyz678';

describe('one profile', () => {
  it.each([
    'https://www.linkedin.com/in/jane-doe',
    'http://linkedin.com/in/jane-doe/',
    'linkedin.com/in/jane-doe',
    'www.linkedin.com/in/Jane-Doe',
    '//www.linkedin.com/in/jane-doe',
    'HTTPS://WWW.LINKEDIN.COM/IN/JANE-DOE',
    'https://de.linkedin.com/in/jane-doe/de',
    'https://uk.linkedin.com/in/jane-doe?trk=people-guest_people_search-card&originalSubdomain=uk',
    'https://www.linkedin.com/in/jane-doe?utm_source=share&utm_medium=member_ios#experience',
    'https://www.linkedin.com/in/jane-doe/details/experience/',
    'https://www.linkedin.com/in/jane-doe/recent-activity/all/',
    'https://www.linkedin.com/in/jane-doe/overlay/contact-info/',
    'https://www.linkedin.com/in/jane%2Ddoe',
    'https://www.linkedin.com/in/jane%252Ddoe/',
    'https://www.linkedin.com/comm/in/jane-doe?midToken=AQF',
    'https://m.linkedin.com/in/jane-doe',
    'https://www.linkedin.com/mwlite/in/jane-doe',
    'https://touch.www.linkedin.com/m/in/jane-doe',
    'https://www.linkedin.cn/in/jane-doe',
    'https://www.linkedin.com:443//in//jane-doe',
    'https://www.linkedin.com./in/jane-doe',
    '/in/jane-doe',
    'in/jane-doe/',
    ' • <https://www.linkedin.com/in/jane-doe>, ',
    '1. [Jane](https://www.linkedin.com/in/jane-doe)',
    '=HYPERLINK("https://www.linkedin.com/in/jane-doe","Jane")',
    '\u200bhttps://www.linkedin.com/in/jane-doe\ufeff',
    'https://www.linkedin.com/authwall?trk=x&sessionRedirect=https%3A%2F%2Fde.linkedin.com%2Fin%2Fjane-doe',
    'https://www.linkedin.com/login?session_redirect=%2Fin%2Fjane-doe%2F',
    'https://www.google.com/url?q=https://www.linkedin.com/in/jane-doe&sa=U',
    'https://eur03.safelinks.protection.outlook.com/?url=https%3A%2F%2Fwww.linkedin.com%2Fin%2Fjane-doe&data=04',
  ])('is the same in %s', (written) => {
    expect(readLinkedinProfile(written)).toEqual({
      ok: true,
      profile: { key: 'in/jane-doe', url: 'https://www.linkedin.com/in/jane-doe', opaque: false },
    });
  });

  it.each([
    ['https://www.linkedin.com/in/jos%C3%A9-garc%C3%ADa', 'in/josé-garcía', 'jos%C3%A9-garc%C3%ADa'],
    ['https://www.linkedin.com/in/jose\u0301-garci\u0301a', 'in/josé-garcía', 'jos%C3%A9-garc%C3%ADa'],
    ['https://www.linkedin.com/in/王小明-12345', 'in/王小明-12345', '%E7%8E%8B%E5%B0%8F%E6%98%8E-12345'],
    ['linkedin.com/in/mary-🚀', 'in/mary-🚀', 'mary-%F0%9F%9A%80'],
    // The examples of linkedin-canonical-url (npm), as LinkedIn redirects them.
    ['https://sy.linkedin.com/pub/krzysztof-marzec/a7/576/b50?trk=x', 'in/krzysztof-marzec-b50576a7', null],
    ['linkedin.com/pub/jane-doe/1/2b/3c', 'in/jane-doe-03c02b1', null],
    [`https://www.linkedin.com/in/${ID}`, `id/${ID}`, ID],
    [`https://www.linkedin.com/sales/lead/${ID},NAME_SEARCH,x1y2?_ntb=abc`, `id/${ID}`, ID],
    [`https://www.linkedin.com/sales/people/${ID}%2CNAME_SEARCH%2Cx1`, `id/${ID}`, ID],
    [`https://www.linkedin.com/sales/profile/${ID},,?pathWildcard=x`, `id/${ID}`, ID],
    [`https://www.linkedin.com/profile/view?id=${ID}&authType=name`, `id/${ID}`, ID],
  ])('%s has the key %s', (written, key, path) => {
    const url = `https://www.linkedin.com/in/${path ?? key.replace('in/', '')}`;
    expect(readLinkedinProfile(written)).toMatchObject({ ok: true, profile: { key, url } });
  });

  it('is read again from its canonical URL', () => {
    for (const written of ['in/josé', `in/${ID}`, 'in/王小明', 'in/a%25b', 'in/o’neil']) {
      const reading = readLinkedinProfile(written);
      expect(reading.ok && linkedinKey(reading.profile.url)).toBe(reading.ok && reading.profile.key);
    }
  });
});

describe('other texts', () => {
  it.each([
    ['', 'empty'],
    [' \u200b ', 'empty'],
    ['Jane Doe', 'not-linkedin'],
    ['jane@linkedin.com', 'not-linkedin'],
    ['https://user:pass@www.linkedin.com/in/jane', 'not-linkedin'],
    ['https://linkedin.com.evil.example/in/jane', 'not-linkedin'],
    ['https://notlinkedin.com/in/jane', 'not-linkedin'],
    ['https://evil.example/?q=https://www.linkedin.com/in/jane', 'not-linkedin'],
    ['javascript:alert(1)//linkedin.com/in/x', 'not-linkedin'],
    ['https://lnkd.in/abc', 'short-link'],
    ['https://www.linkedin.com/company/acme/people/', 'company'],
    ['https://www.linkedin.com/company-beta/123', 'company'],
    ['https://www.linkedin.com/sales/company/123', 'company'],
    ['https://www.linkedin.com/school/mit/', 'school'],
    ['https://www.linkedin.com/edu/mit-123', 'school'],
    ['https://www.linkedin.com/showcase/acme-cloud', 'showcase'],
    ['https://www.linkedin.com/posts/jane-doe_sales-activity-71234', 'post'],
    ['https://www.linkedin.com/feed/update/urn:li:activity:71234', 'post'],
    ['https://www.linkedin.com/pulse/how-we-grew-jane-doe', 'post'],
    ['https://www.linkedin.com/search/results/people/?keywords=jane', 'search'],
    ['https://www.linkedin.com/sales/search/people?query=(x)', 'search'],
    ['https://www.linkedin.com/pub/dir/jane/doe', 'search'],
    ['https://www.linkedin.com/groups/123', 'group'],
    ['https://www.linkedin.com/jobs/view/123', 'job'],
    ['https://www.linkedin.com/events/123', 'event'],
    ['https://www.linkedin.com/talent/profile/AEMAAAB1', 'recruiter'],
    ['https://www.linkedin.com/recruiter/profile/12,x,CAP', 'recruiter'],
    ['https://www.linkedin.com/in/', 'no-name'],
    ['https://www.linkedin.com/in/%20', 'no-name'],
    ['https://www.linkedin.com/in/a%2Fb', 'no-name'],
    ['https://www.linkedin.com/in/jane@acme.com', 'no-name'],
    [`https://www.linkedin.com/in/${'a'.repeat(201)}`, 'no-name'],
    ['https://www.linkedin.com/in/me/', 'own'],
    ['https://www.linkedin.com/pub/jane-doe', 'old-link'],
    ['https://www.linkedin.com/profile/view?id=12345', 'old-link'],
    ['https://www.linkedin.com/', 'other'],
    ['https://www.linkedin.com/learning/x', 'other'],
    [`https://www.linkedin.com/in/${'x'.repeat(1_000_000)}`, 'no-name'],
  ] as const)('%.80s is refused: %s', (written, fault) => {
    expect(readLinkedinProfile(written)).toEqual({ ok: false, fault });
    expect(LINKEDIN_FAULT_LABELS[fault]).not.toMatch(/\.$/);
  });

  it('are their own items', () => {
    expect(linkedinItemKey(' Jane Doe ')).toBe('jane doe');
    expect(linkedinItemKey('LinkedIn.com/in/Jane')).toBe('in/jane');
  });
});
