import { Link } from 'react-router';
import { Button } from '../ui/button.tsx';

export function Component() {
  return (
    <main>
      <h1>Leadwell</h1>
      <Button asChild>
        <Link to="/signup">Start 7-Day Trial</Link>
      </Button>
    </main>
  );
}
