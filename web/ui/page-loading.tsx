import { BrandMark } from './brand-mark.tsx';

/** The pulsing placeholder while the session or the first page loads (spec accounts §2). */
export function PageLoading() {
  return (
    <div role="status" className="flex min-h-dvh items-center justify-center">
      <BrandMark className="size-10 animate-pulse" />
      <span className="sr-only">Loading</span>
    </div>
  );
}
