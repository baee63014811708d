import { readFileSync } from 'node:fs';

/** A province of `data/ubigeo.json`; a district is its two digits and its name: `22 Miraflores`. */
export interface ProvinceEntry {
  /** Four digits: department and province. */
  readonly code: string;
  readonly department: string;
  readonly province: string;
  readonly districts: readonly string[];
}

/** A district of Peru under its INEI code (not RENIEC's, which counts Lima as 14). */
export interface UbigeoRow {
  /** Six digits: two each for department, province and district. */
  readonly code: string;
  readonly department: string;
  readonly province: string;
  readonly district: string;
}

/**
 * The districts that seed the `ubigeo` table, in the order of their codes. The file ends with the districts of 2016
 * (decision 0103); later ones are rows that operations add.
 */
export function ubigeoRows(): UbigeoRow[] {
  const file = new URL('./ubigeo.json', import.meta.url);
  const provinces = JSON.parse(readFileSync(file, 'utf8')) as readonly ProvinceEntry[];
  return provinces.flatMap(({ code, department, province, districts }) =>
    districts.map((district) => ({
      code: code + district.slice(0, 2),
      department,
      province,
      district: district.slice(3),
    })),
  );
}
