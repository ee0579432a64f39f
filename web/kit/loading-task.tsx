import { Card, CardContent } from '../ui/card.tsx';
import { Skeleton } from '../ui/skeleton.tsx';

/** The placeholder of an open task. */
export function LoadingTask() {
  return (
    <div role="status" aria-label="Loading task" className="grid gap-4">
      <Card>
        <CardContent className="grid gap-4">
          <Skeleton className="h-6 w-56" />
          <Skeleton className="h-2 w-full" />
          <Skeleton className="h-11 w-full max-w-2xl" />
        </CardContent>
      </Card>
      <Card>
        <CardContent className="grid gap-3">
          <Skeleton className="h-6 w-40" />
          <Skeleton className="h-64 w-full" />
        </CardContent>
      </Card>
    </div>
  );
}
