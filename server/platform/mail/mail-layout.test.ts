import { expect, it } from 'vitest';
import { type MailContent, renderMail } from './mail-layout.ts';

const SITE = 'https://leads.example.com';
const URL_WITH_TOKEN = `${SITE}/confirm-email?token_hash=abc&type=email`;
const CONTENT: MailContent = {
  subject: 'Your Leadwell login link',
  heading: 'Log in to Leadwell',
  paragraphs: ['Use the button to log in.'],
  button: { label: 'Log in', url: URL_WITH_TOKEN },
  code: '123456',
  unexpected: "If you didn't request this email, you can ignore it.",
  reason: 'You get this email because someone asked to log in with this address.',
};

it('has a plain-text part that says everything the HTML says', () => {
  const { text, html } = renderMail('ada@example.com', CONTENT, SITE);
  const parts = [
    'Log in to Leadwell',
    CONTENT.paragraphs[0] ?? '',
    '123456',
    CONTENT.reason,
    'Leadwell',
    SITE,
  ];
  for (const part of parts) {
    expect(text).toContain(part);
    expect(html).toContain(part);
  }
  // The link to click is the first one in the text.
  expect(/https?:\/\/\S+/.exec(text)?.[0]).toBe(URL_WITH_TOKEN);
  expect(text).toContain('Code: 123456');
  expect(text).not.toMatch(/[<>]|&amp;/);
});

it('has one button, the address in full, a table layout, and no remote content', () => {
  const { html } = renderMail('ada@example.com', CONTENT, SITE);
  const escaped = URL_WITH_TOKEN.replace('&', '&amp;');
  expect(html.match(/background-color:#0f766e/g)).toHaveLength(1);
  expect(html.split(`href="${escaped}"`)).toHaveLength(3);
  expect(html).toContain(`>${escaped}</a>`);
  expect(html).not.toMatch(/<img|<script|<link|url\(|@import/);
  expect(html.match(/<table(?! role="presentation")/)).toBeNull();
});

it('escapes every text and address', () => {
  const evil = `<b>"x"</b>'&`;
  const safe = '&lt;b&gt;&quot;x&quot;&lt;/b&gt;&#39;&amp;';
  const { html } = renderMail(
    'ada@example.com',
    {
      subject: evil,
      heading: evil,
      paragraphs: [evil],
      button: { label: evil, url: `${SITE}/?${evil}` },
      code: evil,
      unexpected: evil,
      reason: evil,
    },
    `${SITE}/?${evil}`,
  );
  expect(html).not.toContain('<b>');
  expect(html).not.toContain('"x"');
  // Subject, heading, paragraph, label, code, unexpected, reason, the button's address 3 times, and the site.
  expect(html.split(safe)).toHaveLength(12);
});

it('leaves out what a notice has no use for', () => {
  const { button: _, code: __, ...notice } = CONTENT;
  const { html, text } = renderMail('ada@example.com', notice, SITE);
  expect(html).not.toContain('#0f766e;border-radius');
  expect(html).not.toContain('enter this code');
  expect(text).not.toContain('Code:');
});
