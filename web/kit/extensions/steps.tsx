import type { ReactNode } from 'react';

export interface Step {
  picture: ReactNode;
  title: string;
  text: ReactNode;
}

/** Numbered steps with pictures. */
export function Steps({ steps }: { steps: readonly Step[] }) {
  return (
    <ol className="grid grid-cols-1 gap-x-5 gap-y-6 sm:grid-cols-2 xl:grid-cols-4">
      {steps.map(({ picture, title, text }, index) => (
        <li key={title} className="min-w-0">
          {picture}
          <p className="mt-3 font-medium">
            <span className="mr-1.5 text-muted-foreground tabular-nums">{index + 1}.</span>
            {title}
          </p>
          <div className="mt-0.5 text-muted-foreground">{text}</div>
        </li>
      ))}
    </ol>
  );
}
