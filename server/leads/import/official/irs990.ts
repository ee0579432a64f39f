import { plainName } from '#engines/person-names/person-name.ts';
import type { OfficialReading } from './official-lead.ts';

type Cell = (column: string) => string;

/** An officer of a table made of returns: of the National Center for Charitable Statistics, or employees.csv of 2020. */
export function readOfficer(cell: Cell): OfficialReading {
  if (/^(?:x|1|true)$/i.test(cell('F9_07_COMP_DTK_POS_FORMER_X'))) return 'inactive';
  const { first, last } = plainName({
    first: '',
    last: cell('F9_07_COMP_DTK_NAME_PERS') || cell('PrsnNm'),
  });
  if (first === '' && last === '') return 'nobody';
  const company = [
    cell('ORG_NAME_L1') || cell('BsnssNm_BsnssNmLn1Txt'),
    cell('ORG_NAME_L2') || cell('BsnssNm_BsnssNmLn2Txt'),
  ];
  return {
    leads: [
      {
        first,
        last,
        title: cell('F9_07_COMP_DTK_TITLE') || cell('TtlTxt'),
        company: company.filter(Boolean).join(' '),
        address: cell('USAddrss_AddrssLn1Txt'),
        city: cell('USAddrss_CtyNm') || cell('FrgnAddrss_CtyNm'),
        state: cell('USAddrss_SttAbbrvtnCd'),
        postcode: cell('USAddrss_ZIPCd'),
        country: cell('FrgnAddrss_CntryCd') || 'US',
        number: cell('ORG_EIN') || cell('EIN2').replace(/^EIN-/i, '').replace('-', '') || cell('ein'),
      },
    ],
  };
}
