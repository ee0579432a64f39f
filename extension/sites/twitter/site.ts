import { defineSite } from '../../site.ts';

export const twitter = defineSite({
  id: 'twitter',
  name: 'X',
  fullName: 'X (Twitter)',
  extension: {
    name: 'Leadwell for X',
    description: 'Collects the profiles that you look at in lists of followers on X into a table.',
  },
  rowsName: 'profiles',
  columns: [
    'name',
    'handle',
    'bio',
    'category',
    'email',
    'followers',
    'following',
    'posts',
    'location',
    'website',
    'verified',
    'created_at',
    'user_id',
    'profile_url',
  ],
  basicColumns: ['name', 'handle', 'bio', 'followers'],
  plan: 'unlimited',
  free: null,
  hasTap: true,
  page: {
    title: 'Twitter Scraper',
    help: "Collect an account's followers with a browser extension.",
    icon: 'AtSign',
    order: 120,
  },
});
