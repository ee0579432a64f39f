import { fastSql } from '#engines/country-names/folded-text.ts';

/** A number as people write it, with separators of thousands or decimals. */
const NUMBER = "(?:[0-9]{1,3}(?:[ \\\\x{00A0}\\\\x{2009}\\\\x{202F}\\'’][0-9]{3})+|[0-9]+(?:[.,][0-9]+)*)";
const UNIT = '\\\\s*(k|thousand|tsd|m|mn|mio|mln|million|millions)\\\\b';

/**
 * An SQL expression: the first number in a text such as "500+", "1,001-5,000", "2.5K", "1K-5K" or "10 000"; -1 if
 * there is none. In "1-5K", both are thousands.
 */
export function countSql(column: string): string {
  const text = 'lower(x)';
  const first = `extract(${text}, '${NUMBER}')`;
  const digits = (number: string) => `toFloat64OrZero(replaceRegexpAll(${number}, '[^0-9]', ''))`;
  const decimal = `toFloat64OrZero(replaceAll(${first}, ',', '.'))`;
  const ownUnit = `extract(${text}, '^[^0-9]*${NUMBER}${UNIT}')`;
  const second = `extract(${text}, '^[^0-9]*${NUMBER}[^0-9]+(${NUMBER})')`;
  const rangeUnit = `extract(${text}, '^[^0-9]*${NUMBER}[^0-9]+${NUMBER}${UNIT}')`;
  const unit = `if(${ownUnit} = '' AND ${digits(first)} < ${digits(second)}, ${rangeUnit}, ${ownUnit})`;
  const plain = `if(match(${first}, '^[0-9]+[.,][0-9]+$') AND NOT match(${first}, '^[0-9]{1,3}[.,][0-9]{3}$'),
    floor(${decimal}), ${digits(first)})`;
  const scaled = `if(match(${first}, '^[0-9]+[.,][0-9]{1,2}$'), ${decimal}, ${digits(first)})`;
  const factor = `if(${unit} IN ('k', 'thousand', 'tsd'), 1000, 1000000)`;
  const complex = `toInt32(least(multiIf(${first} = '', -1, ${unit} = '', ${plain}, ${scaled} * ${factor}), 2000000000))`;
  const isSimple = `match(${column}, '^([0-9]{1,9}([-+][0-9]*)?)?$')`;
  const simple = `if(${column} = '', toInt32(-1), toInt32OrZero(extract(${column}, '^[0-9]+')))`;
  return fastSql(column, isSimple, simple, complex);
}
