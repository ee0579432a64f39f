import { lazy, StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router';
import { routes } from './routes.tsx';
import './theme.css';

const router = createBrowserRouter(routes);
// Nothing is toasted before a person acts, so the first view need not wait for it.
const Toaster = lazy(() => import('./ui/toaster.tsx'));

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <RouterProvider router={router} />
    <Suspense>
      <Toaster />
    </Suspense>
  </StrictMode>,
);
