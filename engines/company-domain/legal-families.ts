/** Forms that one company may use side by side: Ltd and Limited, GmbH and GmbH & Co. KG. */
export function sameLegalFamily(one: readonly string[], other: readonly string[]): boolean {
  const family = (form: string) => FAMILIES.findIndex((forms) => forms.has(form));
  return one.some((form) =>
    other.some((said) => form === said || (family(form) >= 0 && family(form) === family(said))),
  );
}
const FAMILIES: readonly ReadonlySet<string>[] = [
  'ltd|limited|plc|public limited company|llp',
  'inc|incorporated|corp|corporation|co|company|llc|lp',
  'pty ltd|pty limited|pty|ltd',
  'pvt ltd|private limited|pvt limited|ltd|limited',
  'pte ltd|pte limited|private limited|ltd',
  'gmbh|kg|mbh|ohg|ug|ug haftungsbeschrankt|gmbh and co kg|and co kg|ag|se|ek|ag and co kg|gmbh and co kgaa|kgaa',
  'sa|sas|sasu|sarl|eurl|snc',
  'spa|srl|srls|snc|soc coop',
  'sl|slu|sa|sau|sociedad limitada|sociedad anonima',
  'sa de cv|s de rl de cv|sapi de cv|sab de cv|s de rl',
  'ag|gmbh|sa|sarl|sagl',
  'bv|nv|bvba|sprl|vof',
  'oy|oyj|oy ab|ab|abp',
  'ab|aktiebolag|ab publ',
  '株式会社|(株)|kk|kabushiki kaisha|co ltd|inc|corp',
  'sp zoo|sp z oo|sp k|sp zoo sp k|sp z oo sp k|sa|spolka z oo',
  'doo|dd|jdoo|ad',
  'ooo|ооо|ao|ао|pao|пао|oao|оао|zao|зао|llc',
  'as|asa|aps|a s',
  'ltda|sa|s a|eireli|limitada',
  'as|ltd sti|anonim sirketi|limited sirketi',
].map((forms) => new Set(forms.split('|')));
