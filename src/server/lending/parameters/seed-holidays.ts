import type { Kysely } from 'kysely';
import type { Tables } from '#server/kit/tables.ts';
import { type HolidayRow, insertHolidays, readHolidays } from './holiday-store.ts';

/**
 * Peru's national holidays (DL 713 and the laws that added to it), dated: they seed the `holiday` table, which is what
 * the product reads. A new year is new rows. 2027 counts Easter Sunday on 28 March.
 */
const FIXED: readonly (readonly [monthDay: string, name: string])[] = [
  ['01-01', 'Año Nuevo'],
  ['05-01', 'Día del Trabajo'],
  ['06-07', 'Batalla de Arica y Día de la Bandera'],
  ['06-29', 'San Pedro y San Pablo'],
  ['07-23', 'Día de la Fuerza Aérea'],
  ['07-28', 'Fiestas Patrias'],
  ['07-29', 'Fiestas Patrias'],
  ['08-06', 'Batalla de Junín'],
  ['08-30', 'Santa Rosa de Lima'],
  ['10-08', 'Combate de Angamos'],
  ['11-01', 'Todos los Santos'],
  ['12-08', 'Inmaculada Concepción'],
  ['12-09', 'Batalla de Ayacucho'],
  ['12-25', 'Navidad'],
];

const HOLY_WEEK: Readonly<Record<number, readonly [thursday: string, friday: string]>> = {
  2026: ['04-02', '04-03'],
  2027: ['03-25', '03-26'],
};

/** Every holiday of the years we know, in order. */
export const HOLIDAYS: readonly HolidayRow[] = Object.entries(HOLY_WEEK)
  .flatMap(([year, [thursday, friday]]) => [
    ...FIXED.map(([monthDay, name]) => ({ date: `${year}-${monthDay}`, name })),
    { date: `${year}-${thursday}`, name: 'Jueves Santo' },
    { date: `${year}-${friday}`, name: 'Viernes Santo' },
  ])
  .sort((a, b) => a.date.localeCompare(b.date));

/**
 * Loads the holidays of the years that the database does not know yet; a year that an operator has entered is left
 * alone.
 * @returns how many rows were added
 */
export async function seedHolidays(db: Kysely<Tables>, seeds: readonly HolidayRow[] = HOLIDAYS): Promise<number> {
  const known = (await readHolidays(db)).years;
  const missing = seeds.filter(({ date }) => !known.has(Number(date.slice(0, 4))));
  return insertHolidays(db, missing, 'seed');
}
