export function measureFixtures(quiet: boolean): void {
  if (!quiet) console.log('');
}
