const REASONS = [
  {
    title: 'See the source of every value',
    text: 'You get the page, the place on it and the original text. If you doubt a row, check it with one click.',
  },
  {
    title: 'Know the price before you start',
    text: 'Every run starts with a quote: the number of lines, the maximum cost and your balance.',
  },
  {
    title: 'Pay nothing for sites we can’t read',
    text: 'Sites that are down or block us are listed separately from sites without contacts, and are always free.',
  },
  {
    title: 'Let runs finish without you',
    text: 'Close the tab or lose your connection, and the task keeps running. Stop it, keep the rows and resume it later.',
  },
  {
    title: 'Get files that open anywhere',
    text: 'Download a UTF-8 CSV with one row per input line, safe to open in any spreadsheet.',
  },
];

export function WhyChoose() {
  return (
    <section aria-labelledby="why-title" className="border-t border-border">
      <div className="mx-auto grid max-w-6xl gap-10 px-4 py-16 md:px-6 md:py-24 lg:grid-cols-[2fr_3fr] lg:gap-16">
        <div>
          <h2 id="why-title" className="text-3xl">
            Why teams choose Leadwell
          </h2>
          <p className="mt-3 text-lg text-muted-foreground">
            Lists are easy to buy and hard to trust. Here’s what we do about it.
          </p>
        </div>
        <dl>
          {REASONS.map((reason) => (
            <div key={reason.title} className="border-t border-border py-5 first:border-t-0 first:pt-0">
              <dt className="text-lg font-semibold tracking-tight">{reason.title}</dt>
              <dd className="mt-1 text-lg text-muted-foreground">{reason.text}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}
