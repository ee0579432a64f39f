import { SAMPLE_ROWS } from '#contract/list-runs.ts';
import { CALL_STEPS_MAX, ROW_STEPS_MAX } from '#contract/list-steps.ts';
import { type Guide, samplePath, toolFacts } from '#web/kit/guide.ts';
import { formatNumber } from '#web/lib/format.ts';
import { Badge } from '#web/ui/badge.tsx';
import { leadEnrichment } from '../definition.ts';
import { SAMPLE_LIST } from './sample-list.ts';

export const guide: Guide = {
  ...toolFacts(leadEnrichment),
  summary:
    'Keep your list in one table and let the tools fill its columns: company domains, contacts from websites, verified emails. Nothing has to be merged in a spreadsheet.',
  free: [
    'Formulas, clean names, looking rows up in your other lists, requests to other services, and AI models with a key of your own',
    'Cells that fail or are skipped',
    'Answers you paid for before, while they are fresh',
  ],
  steps: [
    'Click New list or a recipe, and choose a CSV or XLSX file or paste cells from a spreadsheet. Check the preview, and choose a key column so that a second import updates the rows.',
    'Click Add column, and choose what should fill it. The columns that the tool reads are chosen for you; change them if they are wrong.',
    'Choose the values to keep. Add another tool to try if there is no answer, or a condition for the rows it works in.',
    `Click Run. You see how many cells it fills and the most it can cost. Set a limit, or try it with the first ${SAMPLE_ROWS} rows.`,
    'Watch the cells fill. You can stop, continue, undo, edit other cells, or close the page meanwhile.',
    'Open a cell to see where its value is from, what each tool said, and what it cost.',
    'Click Export for a plain file, or one with the columns that HubSpot, Salesforce, Instantly and other tools expect. The next export can have only what is new, and the date can be written into a column.',
  ],
  sample: {
    lines: SAMPLE_LIST,
    path: samplePath(leadEnrichment.path),
    note: 'Four organizations, with a recipe that finds their domains, contacts and verified emails.',
  },
  statuses: [
    {
      key: 'done',
      badge: <Badge tone="success">Filled</Badge>,
      meaning: 'The cell has an answer, with its evidence.',
    },
    { key: 'nothing-found', badge: <Badge>Not found</Badge>, meaning: 'No tool had an answer that counts.' },
    {
      key: 'failed',
      badge: <Badge tone="danger">Failed</Badge>,
      meaning:
        'A tool failed, and no other one had an answer. The old value stays. Free. Run failed cells again.',
    },
    {
      key: 'skipped',
      badge: <Badge>Skipped</Badge>,
      meaning:
        'The row lacks what the tool reads, doesn’t meet the condition, or is on an exclusion list. Free.',
    },
    {
      key: 'stale',
      badge: <Badge tone="warning">Changed</Badge>,
      meaning: 'What the answer was made from has changed. Run it again.',
    },
  ],
  questions: [
    {
      question: 'How much can the patterns of formulas do?',
      answer: `One call of match or extract can do ${formatNumber(CALL_STEPS_MAX)} steps: the parts of its pattern times the characters of its text, and once more for each group of extract. An email pattern reads a text of about 10,000 characters. All patterns of a row can do ${formatNumber(ROW_STEPS_MAX)}. A cell with more has an error that says so. If patterns are slow, the last rows are computed in the background.`,
    },
    {
      question: 'What happens to values that I type?',
      answer:
        'They stay. A run never overwrites a value that you typed. Clear the cell to let the column fill it again. What was typed or imported before the column had a tool stays, too, unless you run all cells and choose to replace it.',
    },
    {
      question: 'I deleted or merged rows by mistake. Can I have them back?',
      answer:
        'Yes. Click Undo in the message, or press Ctrl+Z in the table. They come back with their values, answers and costs. Programs can do so for 30 days. Earlier values of a cell are in its panel, where you can put them back.',
    },
    {
      question: 'How do I ask another service?',
      answer:
        'Click Add column, then Ask another service. Write the address with columns in braces, such as https://api.example.com/companies?domain={Domain}. Put your key into a header and mark it as secret: it is stored encrypted, sent only to that host, and never shown again. Say where each value is in the answer, such as company.offices[0].city, and test it with the first row. Requests are free here; the service may have a price of its own. If it is down, the cells fail, and you can run them again.',
    },
    {
      question: 'An answer is wrong. What can I do?',
      answer:
        'Open the cell and click Wrong. It takes the next answer that was found, or none. Your lists won’t take the wrong one again, and running the cell again goes on with the next tool.',
    },
    {
      question: 'Can new rows run automatically?',
      answer:
        'Yes. Click Run, open the line about new rows, and say how many credits a month they may cost. When these, your credits or the budget of the API key are used up, new rows wait. The list says why, and they run once there is more. After you stop a run, they wait until you click Run new rows again.',
    },
    {
      question: 'How do I leave out my customers?',
      answer:
        'Put them in a list, and click Leave out. Other lists, their runs and files, and lead searches leave them out from then on, before anything costs credits. If a column finds that a row is a customer, the columns after it skip the row.',
    },
    {
      question: 'Can I look rows up in another list, like VLOOKUP in Excel?',
      answer:
        'Yes. Upload the other file as a list, such as a database of leads or companies that you have. In the list to fill, click Add column, then Look up in another list, and choose the list and its columns. Rows are the same if they have the same email address, LinkedIn profile, phone, website or company name, in any spelling, or the same name at a company. A row about the same person comes before one about the same company, and of several, the first one in that list counts. It is free. If the other list changes, your values stay until you run all cells of the column again.',
    },
    {
      question: 'How do I find people at the companies of a list?',
      answer:
        'Click Find people at these companies. The lead databases are searched for everyone there; add a job title, choose how many people of each company you want, and save them to a list, with the columns of the companies.',
    },
    {
      question: 'How do I ask an AI model?',
      answer:
        'Click Add column, then Ask an AI model. Write the question with columns in braces, such as What does {Company} sell?, choose a column with websites if the model should read them, and say what it answers: text, a number, yes or no, or one of your choices. Rows in which one of the columns is empty are not sent. The run shows the most it can cost and stops at your limit; with a key of your own, it costs no credits. A key for one column goes into the column, and a key for all your lists into Settings, under AI models. A limit of tokens says how much one run of a column may use. Models make mistakes: try the first rows, and check them.',
    },
    {
      question: 'What does it cost to run a column twice?',
      answer:
        'Nothing for rows whose inputs did not change, as long as the answers are fresh. Only new and changed rows cost credits. If one column reads another, you see the most that both can cost, and what they cost if the values stay.',
    },
    {
      question: 'My rows have websites already. Do I pay for their domains?',
      answer:
        'No. Find company domains takes the domain from the website of the row, for free, and its cell says so. To look it up anyway, clear the box for that when you add or change the column.',
    },
  ],
};
