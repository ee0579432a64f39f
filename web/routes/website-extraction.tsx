import { PageHeader } from '../ui/page-header.tsx';

export function Component() {
  return <PageHeader title="Website Extraction" />;
}
