import type { ReactNode } from 'react';
import { Card, CardContent, CardHeader, CardTitle } from '../../ui/card.tsx';

interface SettingsCardProps {
  /** The fragment of the address that leads here. */
  id: string;
  title: string;
  /** One line of help. */
  help: ReactNode;
  /** To the right of the title. */
  aside?: ReactNode;
  children: ReactNode;
}

/** One section of the settings page. */
export function SettingsCard({ id, title, help, aside, children }: SettingsCardProps) {
  return (
    <Card id={id} className="scroll-mt-20">
      <CardHeader>
        <CardTitle>{title}</CardTitle>
        {aside}
      </CardHeader>
      <CardContent className="grid gap-4">
        <p className="max-w-[72ch] text-muted-foreground">{help}</p>
        {children}
      </CardContent>
    </Card>
  );
}
