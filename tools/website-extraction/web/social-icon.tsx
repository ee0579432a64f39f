import type { ReactNode } from 'react';
import type { SocialNetwork } from '#contract/website.ts';

/** Simple marks on the same 24-unit grid as the other icons. */
const MARKS: Record<SocialNetwork, ReactNode> = {
  twitter: <path d="M5 4.5 19 19.5M19 4.5 5 19.5" />,
  facebook: <path d="M16 4.5h-2a3 3 0 0 0-3 3V20M7.5 11.5H15" />,
  google_plus: <path d="M13 8.5A5 5 0 1 0 13.5 13H9M19 9v6M16 12h6" />,
  youtube: (
    <>
      <rect x="2.5" y="5.5" width="19" height="13" rx="3.5" />
      <path d="m10.2 9.2 4.6 2.8-4.6 2.8z" fill="currentColor" />
    </>
  ),
  instagram: (
    <>
      <rect x="3.5" y="3.5" width="17" height="17" rx="4.5" />
      <circle cx="12" cy="12" r="3.75" />
      <circle cx="16.6" cy="7.4" r=".6" fill="currentColor" />
    </>
  ),
  linkedin: (
    <>
      <path d="M5.5 10v9.5M10.5 10v9.5M10.5 14a4 4 0 0 1 8 0v5.5" />
      <circle cx="5.5" cy="5.5" r=".9" fill="currentColor" />
    </>
  ),
  github: <path d="m8.5 7-5 5 5 5M15.5 7l5 5-5 5" />,
  tiktok: <path d="M13 4v11a3.5 3.5 0 1 1-3.5-3.5M13 4c.3 3 2.2 4.8 5 5" />,
  pinterest: <path d="m9.5 20 3-11M9 13.5a4.5 4.5 0 1 1 3 2.3" />,
  discord: <path d="M8 6.5c2.7-.8 5.3-.8 8 0l3 9.5-4 2-1-2h-4l-1 2-4-2zM9.5 12h.01M14.5 12h.01" />,
  whatsapp: <path d="m4 20 1.2-4A8 8 0 1 1 8 18.8zM9 9c0 3.5 2.5 6 6 6" />,
  telegram: <path d="m3 11.5 18-7-3 15-6-4.5-2.5 3-1-5 8-6" />,
  threads: (
    <path d="M17 9c-.6-3-2.3-4.5-5-4.5-3.5 0-5.5 2.5-5.5 7.5s2 7.5 5.5 7.5c3 0 5-1.5 5-4 0-5-7-4.5-7-1.5 0 3.5 5 2.5 5-3" />
  ),
  bluesky: (
    <path d="M12 12C10.5 8.5 8 6 5 5c-1.5 4 0 8 4 8.5-4 .5-3 4.5-.5 5.5 2 .5 3-2.5 3.5-4 .5 1.5 1.5 4.5 3.5 4 2.5-1 3.5-5-.5-5.5 4-.5 5.5-4.5 4-8.5-3 1-5.5 3.5-7 7z" />
  ),
  mastodon: (
    <path d="M18.5 15.5c-2 1.5-10 1.5-11 0S6 6.5 8 5.5s6-1 8 0 4 8.5 2.5 10zM9 19.5c2 .7 4 .7 6 0M9 13V9.5a1.5 1.5 0 0 1 3 0V12M12 9.5a1.5 1.5 0 0 1 3 0V13" />
  ),
  xing: <path d="m6 7.5 2.5 4L5 17M19 4l-6.5 10.5L16 20.5" />,
  medium: <path d="M4 18V6l8 9 8-9v12" />,
  yelp: <path d="M11 4v7l-4-6zM10 13l-6-1M11 15l-3 5M14 14l4 4M14 11l5-3" />,
  tripadvisor: (
    <>
      <circle cx="7" cy="13" r="4" />
      <circle cx="17" cy="13" r="4" />
      <path d="M3 8c6-3 12-3 18 0M7 13h.01M17 13h.01" />
    </>
  ),
  app_store: <path d="m7 18 6-12M17 18 11 6M4.5 14.5h15" />,
  google_play: <path d="M5 4v16l14-8z" />,
};

export function SocialIcon({ network, className }: { network: SocialNetwork; className?: string }) {
  return (
    <svg
      aria-hidden
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      className={className}
    >
      {MARKS[network]}
    </svg>
  );
}
