import { Link, useLocation } from 'react-router';

/** The sections of the settings page, in order. */
const SECTIONS = [
  { id: 'profile', title: 'Profile' },
  { id: 'email', title: 'Email' },
  { id: 'password', title: 'Password' },
  { id: 'sessions', title: 'Sessions' },
  { id: 'extensions', title: 'Browser extensions' },
  { id: 'data', title: 'Your data' },
  { id: 'delete', title: 'Delete account' },
];

/** Links to the sections: a column on wide screens, else a line that scrolls sideways. */
export function SettingsNav() {
  const { hash } = useLocation();
  return (
    <nav
      aria-label="Settings"
      className="-mx-4 overflow-x-auto px-4 md:-mx-6 md:px-6 lg:sticky lg:top-20 lg:mx-0 lg:self-start lg:px-0"
    >
      <ul className="flex gap-1 border-b border-border pb-2 lg:grid lg:border-b-0 lg:pb-0">
        {SECTIONS.map(({ id, title }) => (
          <li key={id} className="shrink-0">
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
