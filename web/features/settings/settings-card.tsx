import type { ReactNode } from 'react';
import { Card, CardContent, CardHeader, CardTitle } from '../../ui/card.tsx';

interface SettingsCardProps {
  title: string;
  /** One line of help. */
  help: ReactNode;
  /** To the right of the title. */
  aside?: ReactNode;
  children: ReactNode;
}

/** One section of the settings page. */
export function SettingsCard({ title, help, aside, children }: SettingsCardProps) {
  return (
    <Card>
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
