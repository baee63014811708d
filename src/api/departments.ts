/**
 * Peru's 25 first-level regions with the first two digits of their INEI ubigeo (RENIEC's and SUNAT's codes differ). The
 * public form does not have a list of districts, because a complaint needs only an address for letters, with the
 * district as typed.
 */
export const DEPARTMENTS = {
  '01': 'Amazonas',
  '02': 'Áncash',
  '03': 'Apurímac',
  '04': 'Arequipa',
  '05': 'Ayacucho',
  '06': 'Cajamarca',
  '07': 'Callao',
  '08': 'Cusco',
  '09': 'Huancavelica',
  '10': 'Huánuco',
  '11': 'Ica',
  '12': 'Junín',
  '13': 'La Libertad',
  '14': 'Lambayeque',
  '15': 'Lima',
  '16': 'Loreto',
  '17': 'Madre de Dios',
  '18': 'Moquegua',
  '19': 'Pasco',
  '20': 'Piura',
  '21': 'Puno',
  '22': 'San Martín',
  '23': 'Tacna',
  '24': 'Tumbes',
  '25': 'Ucayali',
} as const;
export type DepartmentCode = keyof typeof DEPARTMENTS;

/** The codes in INEI's order, which is the alphabet's. */
export const DEPARTMENT_CODES = Object.keys(DEPARTMENTS).sort() as DepartmentCode[];
