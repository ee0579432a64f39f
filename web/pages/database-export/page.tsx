import { useSearchParams } from 'react-router';
import { LEAD_DATABASES } from '#contract/leads.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../../ui/tabs.tsx';
import { DATABASES, databaseOfTab } from './databases.ts';
import { LeadTab } from './lead-tab.tsx';
import { databaseExport } from './page.ts';

/**
 * The lead databases. The URL contains the tab, filters and page, so reload, Back and shared links
 * restore them.
 */
export function Component() {
  const [params, setParams] = useSearchParams();
  const database = databaseOfTab(params.get('tab'));
  return (
    <>
      <PageHeader title={databaseExport.title} help={databaseExport.description} />
      {/* Switching tabs clears the filters, because each database has different ones. */}
      <Tabs value={database} onValueChange={(tab) => setParams({ tab })}>
        <TabsList aria-label="Lead databases" className="mb-4">
          {LEAD_DATABASES.map((name) => (
            <TabsTrigger key={name} value={name}>
              {DATABASES[name].label}
            </TabsTrigger>
          ))}
        </TabsList>
        {LEAD_DATABASES.map((name) => (
          <TabsContent key={name} value={name} tabIndex={-1} className="outline-none">
            <LeadTab database={name} />
          </TabsContent>
        ))}
      </Tabs>
    </>
  );
}
