import { useLocation } from 'react-router';
import type { Guide } from '../guide.ts';
import { findGuide } from './guides.ts';

/** The guide whose page is open, in How To Use or in the dashboard. */
export function useGuide(): Guide {
  const slug = useLocation().pathname.split('/').filter(Boolean).at(-1);
  const guide = findGuide(slug);
  if (!guide) throw new Error(`There is no guide ${slug}.`);
  return guide;
}
