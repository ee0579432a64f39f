/** Separator for list fields in a CSV cell (spec lead tools §5). */
export const CSV_LIST_SEPARATOR = '; ';
