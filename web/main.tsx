import { lazy, StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router';
import { routes } from './routes.tsx';
import './theme.css';

const router = createBrowserRouter(routes);
// Toasts only appear after a user action, so the first render doesn't need them.
const Toaster = lazy(() => import('./ui/toaster.tsx'));

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <RouterProvider router={router} />
    <Suspense>
      <Toaster />
    </Suspense>
  </StrictMode>,
);
