const REASONS = [
  {
    title: 'You see where every value stood',
    text: 'The page, the place on it and the text as it was written. If you doubt a row, you can check it in a click.',
  },
  {
    title: 'You know the price before you press the button',
    text: 'Every run starts with a quote: how many lines, how many credits at most, what you have.',
  },
  {
    title: 'What we could not read costs nothing',
    text: 'Sites that are down or turn us away are listed apart from those without contacts, and never charged.',
  },
  {
    title: 'Runs finish without you',
    text: 'Close the tab or lose the connection: the task goes on. Stop it and keep the rows, resume it later.',
  },
  {
    title: 'Files that open everywhere',
    text: 'UTF-8 CSV with one row for each line you gave, safe to open in a spreadsheet.',
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
            Lists are easy to buy and hard to trust. These are the five things we do about it.
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
