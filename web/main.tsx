import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router';
import { createPageRouter } from './app/page-router.ts';
import { keepPosition, nameHistoryEntry } from './lib/entry-position.ts';
import { hasStoredSession } from './lib/stored-session.ts';
import { followTheme } from './lib/theme.ts';
import { toast } from './lib/toast.ts';
import { showPlainToast } from './ui/plain-toast.ts';
import './theme.css';

followTheme();
toast.connect(async () => (await import('./ui/toaster.tsx')).openToaster(), showPlainToast);

nameHistoryEntry(window.history);
const container = document.getElementById('root')!;
const { router, loaded } = await createPageRouter();
const page = (
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>
);
// Pages are rendered for visitors at build time. What users see differs, so it replaces that.
const visitor = container.dataset.prerendered !== undefined && !hasStoredSession();
keepPosition(window);
if (visitor && loaded) hydrateRoot(container, page);
else createRoot(container).render(page);

// Most toasts follow an action.
const events = ['pointerdown', 'keydown'] as const;
const prepare = () => {
  for (const name of events) window.removeEventListener(name, prepare);
  toast.prepare();
};
for (const name of events) window.addEventListener(name, prepare);
