import type { StaffWords } from './staff-acts.ts';

type Counted = Readonly<Record<'one' | 'many', StaffWords>>;

/** Units behind a number. */
export const FIGURE_UNITS: Readonly<Record<'days' | 'hours' | 'minutes', Counted>> = {
  days: { one: { es: '{n} día', en: '{n} day' }, many: { es: '{n} días', en: '{n} days' } },
  hours: { one: { es: '{n} hora', en: '{n} hour' }, many: { es: '{n} horas', en: '{n} hours' } },
  minutes: { one: { es: '{n} minuto', en: '{n} minute' }, many: { es: '{n} minutos', en: '{n} minutes' } },
};

/** Words of the form of a value that consists of figures. */
export const FIGURES = {
  in_force: { es: 'Ahora', en: 'Now' },
  nothing_in_force: { es: 'Ahora no rige ningún valor.', en: 'No value is in force now.' },
  list_hint: { es: 'Con comas: 7, 14, 30', en: 'With commas: 7, 14, 30' },
  rest: { es: 'el resto', en: 'the rest' },
  row: { es: 'Fila {n}', en: 'Row {n}' },
  place: { es: 'Lugar {n}', en: 'Place {n}' },
  remove_row: { es: 'Quitar esta fila', en: 'Remove this row' },
  add_row: { es: 'Agregar una fila', en: 'Add a row' },
  how_many: { es: '{n} datos', en: '{n} figures' },
  unchanged: { es: '{n} sin cambios', en: '{n} without a change' },
  choose: { es: 'Elige el parámetro que quieres cambiar:', en: 'Choose the parameter that you want to change:' },
  another: { es: 'De un producto que no está en la lista', en: 'Of a product that is not listed' },
  product_number: { es: 'Número del producto', en: 'Number of the product' },
  open: { es: 'Abrir', en: 'Open' },
  no_such: { es: 'No hay ese parámetro.', en: 'There is no such parameter.' },
  begins: { es: 'Hay uno que rige desde el {date}.', en: 'There is one that is in force from {date}.' },
  planned: { es: 'Otro valor rige desde el {date}.', en: 'Another value is in force from {date}.' },
} as const satisfies Readonly<Record<string, StaffWords>>;
