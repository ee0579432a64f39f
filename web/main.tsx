import { lazy, StrictMode, Suspense } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router';
import { toast } from 'sonner';
import { hasStoredSession } from './lib/supabase.ts';
import { followTheme } from './lib/theme.ts';
import { createPageRouter } from './page-router.ts';
import { lengthenErrors } from './ui/error-toasts.ts';
import './theme.css';

lengthenErrors(toast);
followTheme();

// Toasts only appear after a user action, so the first render doesn't need them.
const Toaster = lazy(() => import('./ui/toaster.tsx'));

const container = document.getElementById('root')!;
const { router, loaded } = await createPageRouter();
const page = (
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>
);
// Pages are rendered for visitors at build time. What users see differs, so it replaces that.
const visitor = container.dataset.prerendered !== undefined && !hasStoredSession();
if (visitor && loaded) hydrateRoot(container, page);
else createRoot(container).render(page);

// Visitors see a toast only after they did something.
if (visitor) {
  const events = ['pointerdown', 'keydown'] as const;
  const show = () => {
    for (const name of events) window.removeEventListener(name, show);
    showToasts();
  };
  for (const name of events) window.addEventListener(name, show);
} else showToasts();

/** In a root of its own, because the prerendered pages don't contain it. */
function showToasts(): void {
  const toasts = document.body.appendChild(document.createElement('div'));
  createRoot(toasts).render(
    <Suspense>
      <Toaster />
    </Suspense>,
  );
}
