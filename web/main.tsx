import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router';
import { keepPosition, nameHistoryEntry } from './app/entry-position.ts';
import { createPageRouter } from './app/page-router.ts';
import { hasStoredSession } from './lib/stored-session.ts';
import { followTheme } from './lib/theme.ts';
import { toast } from './lib/toast.ts';
import './theme.css';
import { LONG_TOAST_MS } from '#contract/limits.ts';

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

/** Shows a message like a toast, above the bar that says the browser is offline. Needs nothing that isn't loaded. */
function showPlainToast(message: string): void {
  const box = document.createElement('div');
  box.role = 'alert';
  box.className =
    'fixed right-4 bottom-20 z-[60] max-w-80 rounded-lg border border-border bg-card px-4 py-3 text-sm shadow-md';
  document.body.append(box);
  // A later change: screen readers ignore the first content of some live regions.
  requestAnimationFrame(() => box.append(message));
  setTimeout(() => box.remove(), LONG_TOAST_MS);
}
