import type { Page } from '../page.ts';

export const webhooks: Page = {
  folder: 'pages/webhooks',
  path: '/dashboard/webhooks',
  title: 'Webhooks',
  description: 'Get a signed request when a task ends, a list grows or credits run low.',
  access: 'signed-in',
  icon: 'Webhook',
  nav: { group: 'Account', order: 237 },
  words: 'events notifications endpoint n8n zapier make bounces complaints ses sendgrid postmark mailgun',
};
