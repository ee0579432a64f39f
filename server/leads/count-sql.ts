/** A number as people write it, with separators of thousands or decimals, and "K" or "million" after it. */
const NUMBER =
  "([0-9]{1,3}(?:[ \\\\x{00A0}\\\\x{2009}\\\\x{202F}\\'’][0-9]{3})+|[0-9]+(?:[.,][0-9]+)*)\\\\s*(?:(k|thousand|tsd|m|mn|mio|mln|million|millions)\\\\b)?";

/**
 * An SQL expression: the first number in a text such as "500+", "1,001-5,000", "2.5K", "1K-5K" or "10 000"; -1 if
 * there is none. In "1-5K", both are thousands.
 */
export function countSql(text: string): string {
  const groups = `extractAllGroupsVertical(lowerUTF8(${text}), '${NUMBER}')`;
  const digits = (number: string) => `toFloat64OrZero(replaceRegexpAll(${number}, '[^0-9]', ''))`;
  const decimal = (number: string) => `toFloat64OrZero(replaceAll(${number}, ',', '.'))`;
  const plain = `if(match(g[1][1], '^[0-9]+[.,][0-9]+$') AND NOT match(g[1][1], '^[0-9]{1,3}[.,][0-9]{3}$'),
    floor(${decimal('g[1][1]')}), ${digits('g[1][1]')})`;
  const scaled = `if(match(g[1][1], '^[0-9]+[.,][0-9]{1,2}$'), ${decimal('g[1][1]')}, ${digits('g[1][1]')})`;
  const unit = `if(g[1][2] = '' AND ${digits('g[1][1]')} < ${digits('g[2][1]')}, g[2][2], g[1][2])`;
  const factor = `if(${unit} IN ('k', 'thousand', 'tsd'), 1000, 1000000)`;
  const value = `multiIf(length(g) = 0, -1, ${unit} = '', ${plain}, ${scaled} * ${factor})`;
  return `arrayMap(g -> toInt32(least(${value}, 2000000000)), [${groups}])[1]`;
}
