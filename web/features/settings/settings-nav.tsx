import { Link, useLocation } from 'react-router';
import { clientConfig } from '../../lib/config.ts';

/** The sections of the settings page, in order. */
const SECTIONS = [
  { id: 'profile', title: 'Profile' },
  { id: 'email', title: 'Email' },
  { id: 'password', title: 'Password' },
  { id: 'two-factor', title: 'Two-factor login' },
  { id: 'connected', title: 'Connected accounts' },
  { id: 'sessions', title: 'Sessions' },
  { id: 'notifications', title: 'Notifications' },
  { id: 'billing', title: 'Billing' },
  { id: 'appearance', title: 'Appearance' },
  { id: 'extensions', title: 'Browser extensions' },
  { id: 'data', title: 'Your data' },
  { id: 'delete', title: 'Delete account' },
];

/** Links to the sections: a column on wide screens, else lines of links. */
export function SettingsNav() {
  const sections = SECTIONS.filter(({ id }) => id !== 'connected' || clientConfig().providers.length > 0);
  const { hash } = useLocation();
  return (
    <nav aria-label="Settings" className="-ml-3 lg:sticky lg:top-20 lg:self-start">
      <ul className="flex flex-wrap gap-x-1 lg:grid lg:gap-1">
        {sections.map(({ id, title }) => (
          <li key={id}>
            <Link
              to={{ hash: id }}
              replace
              aria-current={hash === `#${id}` ? 'location' : undefined}
              className="flex h-8 items-center rounded-md px-3 whitespace-nowrap text-muted-foreground transition-colors hover:bg-muted hover:text-foreground focus-visible:-outline-offset-2 aria-[current=location]:bg-accent-soft aria-[current=location]:font-medium aria-[current=location]:text-accent"
            >
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
