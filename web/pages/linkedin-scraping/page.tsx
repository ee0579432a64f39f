import { useSearchParams } from 'react-router';
import { MESSAGES } from '#contract/messages.ts';
import { ExtensionDetails } from '../../kit/extensions/extension-details.tsx';
import { findGuide } from '../../kit/extensions/extension-guides.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../../ui/tabs.tsx';
import { linkedinScraping } from './page.ts';

const TABS = [
  { tab: 'jobs', site: 'linkedin-jobs', label: 'Jobs Scraper' },
  { tab: 'linkedin', site: 'linkedin', label: 'Linkedin Scraper' },
  { tab: 'sales-navigator', site: 'sales-navigator', label: 'Sales Navigator Scraper' },
] as const;

/** Three extensions for LinkedIn (spec lead tools §2, LinkedIn Scraping page). The URL contains the tab. */
export function Component() {
  const [params, setParams] = useSearchParams();
  const current = TABS.find(({ tab }) => tab === params.get('tab')) ?? TABS[0];
  return (
    <>
      <PageHeader title={linkedinScraping.title} help={linkedinScraping.description} />
      <Tabs value={current.tab} onValueChange={(tab) => setParams({ tab })}>
        <TabsList aria-label="LinkedIn extensions" className="mb-4">
          {TABS.map(({ tab, label }) => (
            <TabsTrigger key={tab} value={tab}>
              {label}
            </TabsTrigger>
          ))}
        </TabsList>
        {TABS.map(({ tab, site, label }) => (
          <TabsContent key={tab} value={tab}>
            <p className="mb-4 max-w-[72ch]">{findGuide(site).about}</p>
            <ExtensionDetails
              site={site}
              downloadLabel={`Download ${label} Extension`}
              upgrade={{ text: MESSAGES.extensions.premium(label), button: MESSAGES.extensions.upgrade }}
            />
          </TabsContent>
        ))}
      </Tabs>
    </>
  );
}
