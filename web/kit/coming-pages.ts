/** A linked page that isn't built yet and doesn't belong to a tool. */
export interface ComingPage {
  path: string;
  title: string;
  description: string;
}

export const COMING_PAGES: readonly ComingPage[] = [
  {
    path: '/dashboard/how-to-use',
    title: 'How To Use',
    description: 'Go from a list of websites to a clean contact list in five steps, with a short video.',
  },
  {
    path: '/dashboard/lead-generation-tutorials',
    title: 'Lead Generation Tutorials',
    description: 'Watch how to build lists, find decision makers and reach out to them.',
  },
];
