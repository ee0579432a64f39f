import type { ReactNode } from 'react';

/** Running text with headings, in the size of the public pages. */
export function LegalText({ children }: { children: ReactNode }) {
  return <div className="grid gap-10 text-lg">{children}</div>;
}

export function LegalSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid max-w-[68ch] gap-3 [&_a]:font-medium [&_a]:text-accent [&_a]:underline [&_a]:underline-offset-4 [&_li]:pl-1 [&_ul]:grid [&_ul]:list-disc [&_ul]:gap-1.5 [&_ul]:pl-5">
      <h2 className="text-2xl">{title}</h2>
      {children}
    </section>
  );
}
