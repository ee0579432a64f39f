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
