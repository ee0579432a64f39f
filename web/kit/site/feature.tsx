import type { ComponentType, ReactNode } from 'react';

/** A card of the landing page. */
export interface Feature {
  title: string;
  text: string;
  piece: ComponentType;
  /** takes half of a row on a wide screen, not a third */
  wide?: boolean;
}

/**
 * A small piece of the interface with sample data. Hidden from screen readers, because the feature's text
 * describes it.
 */
export function Piece({ children }: { children: ReactNode }) {
  return (
    <div aria-hidden className="rounded-lg border border-border bg-card text-sm">
      {children}
    </div>
  );
}
