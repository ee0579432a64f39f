import type { ColumnType } from 'kysely';

/** A JSON column: written as text, and read as a value. */
export type Json<T> = ColumnType<T, string, string>;
export type DefaultedJson<T> = ColumnType<T, string | undefined, string>;
export type DefaultedTime = ColumnType<Date, Date | undefined, Date>;
