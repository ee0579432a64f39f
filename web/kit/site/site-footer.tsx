import { Link } from 'react-router';
import { useSession } from '../../lib/session.tsx';
import { chooseTheme, useTheme } from '../../lib/theme.ts';
import { FOOTER_TOOLS } from '../../pages/visitor-facts.ts';
import { Brand } from '../../ui/brand-mark.tsx';
import { THEME_OPTIONS } from '../theme-options.ts';

/** The footer links (spec accounts §2, Landing page). */
const COLUMNS = [
  {
    title: 'Product',
    links: [
      { to: '/dashboard', label: 'Dashboard' },
      ...FOOTER_TOOLS.map(({ path, label }) => ({ to: path, label })),
      { to: '/dashboard/google-maps-scraper', label: 'Google Maps Scraper' },
    ],
  },
  {
    title: 'Learn',
    links: [
      { to: '/how-to-use', label: 'How To Use' },
      { to: '/pricing', label: 'Pricing' },
    ],
  },
  {
    title: 'Legal',
    links: [
      { to: '/privacy', label: 'Privacy' },
      { to: '/terms', label: 'Terms' },
      { to: '/data-request', label: 'Data Request' },
    ],
  },
];
const VISITOR_LINKS = [
  { to: '/login', label: 'Log in' },
  { to: '/signup', label: 'Sign Up' },
];
const USER_LINKS = [
  { to: '/dashboard/settings', label: 'Settings' },
  { to: '/dashboard/usage', label: 'Usage and Billing' },
];

export function SiteFooter() {
  const { user, loading } = useSession();
  const account = { title: 'Account', links: user ? USER_LINKS : loading ? [] : VISITOR_LINKS };
  return (
    <footer className="border-t border-border">
      <div className="mx-auto grid max-w-6xl gap-10 px-4 py-12 md:grid-cols-[1fr_2fr] md:px-6">
        <div>
          <Brand />
          <p className="mt-3 max-w-xs text-muted-foreground">
            Find, verify and export business contacts, with a source for every value.
          </p>
          <div className="mt-6">
            <ThemeChoice />
          </div>
        </div>
        <nav aria-label="Footer" className="grid grid-cols-2 gap-8 sm:grid-cols-4">
          {[...COLUMNS, account].map((column) => (
            <div key={column.title}>
              <h2 className="text-base tracking-normal">{column.title}</h2>
              <ul className="mt-3 grid gap-1">
                {column.links.map((link) => (
                  <li key={link.to}>
                    <Link
                      to={link.to}
                      className="inline-flex min-h-7 items-center rounded-sm text-muted-foreground transition-colors hover:text-foreground"
                    >
                      {link.label}
                    </Link>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </nav>
      </div>
    </footer>
  );
}

/** The choice of the theme for people without an account menu. */
function ThemeChoice() {
  const theme = useTheme();
  return (
    <fieldset className="inline-flex gap-1 rounded-md bg-muted p-0.5">
      <legend className="sr-only">Theme</legend>
      {THEME_OPTIONS.map(({ theme: option, label, icon: Icon }) => (
        <label
          key={option}
          className="relative flex h-8 cursor-pointer items-center gap-1.5 rounded-sm px-2.5 text-sm text-muted-foreground hover:text-foreground has-checked:bg-selected has-checked:font-medium has-checked:text-foreground has-checked:shadow-sm has-focus-visible:outline-2 has-focus-visible:outline-ring"
        >
          <input
            type="radio"
            name="site-theme"
            value={option}
            checked={theme === option}
            onChange={() => chooseTheme(option)}
            className="sr-only"
          />
          <Icon aria-hidden className="size-3.5" />
          {label}
        </label>
      ))}
    </fieldset>
  );
}
