import {
  AtSign,
  BookOpen,
  Building2,
  ChartLine,
  CreditCard,
  Database,
  Globe,
  Handshake,
  History,
  IdCard,
  LayoutDashboard,
  type LucideIcon,
  MailCheck,
  MapPin,
  Telescope,
  UserRoundPlus,
  UsersRound,
} from 'lucide-react';

export interface Place {
  path: string;
  label: string;
  icon: LucideIcon;
}

export const HOME: Place = { path: '/dashboard', label: 'Dashboard', icon: LayoutDashboard };

/** Every link of the sidebar (spec accounts §2, Dashboard shell), by what a person is after. */
export const PLACE_GROUPS: { label: string; places: Place[] }[] = [
  {
    label: 'Find',
    places: [
      { path: '/dashboard/lead-enrichment', label: 'Lead Enrichment', icon: UserRoundPlus },
      { path: '/dashboard/website-extraction', label: 'Website Extraction', icon: Globe },
      { path: '/dashboard/verified-email-finder', label: 'Verified Email Finder', icon: MailCheck },
      { path: '/dashboard/company-to-domain', label: 'Company To Domain', icon: Building2 },
      { path: '/dashboard/google-maps-scraper', label: 'Google Maps Scraper', icon: MapPin },
      { path: '/dashboard/linkedin-enrichment', label: 'LinkedIn Enrichment', icon: IdCard },
      { path: '/dashboard/linkedin-scraping', label: 'LinkedIn Scraping', icon: UsersRound },
    ],
  },
  {
    label: 'Databases',
    places: [
      { path: '/dashboard/database-export', label: 'Database Export', icon: Database },
      { path: '/dashboard/twitter-scraper', label: 'Twitter Scraper', icon: AtSign },
      { path: '/dashboard/clutch-scraper', label: 'Clutch Scraper', icon: Handshake },
      { path: '/dashboard/apollo-scraper', label: 'Apollo Scraper', icon: Telescope },
      { path: '/dashboard/crunchbase-scraper', label: 'Crunchbase Scraper', icon: ChartLine },
    ],
  },
  {
    label: 'Account',
    places: [
      { path: '/dashboard/how-to-use', label: 'How To Use', icon: BookOpen },
      { path: '/dashboard/task-history', label: 'Task History', icon: History },
      { path: '/pricing', label: 'Pricing', icon: CreditCard },
    ],
  },
];
