/**
 * `npm run ubigeo`: writes Peru's departments, provinces and districts with their INEI codes to the file that seeds the
 * lending database, from the npm package `ubigeo` (decision 0103).
 */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { writeAtomically } from '#server/kit/write-file.ts';
import type { ProvinceEntry } from '#server/lending/parameters/seed-ubigeo.ts';

const repoDir = resolve(import.meta.dirname, '../..');
const UBIGEO_FILE = 'src/server/lending/parameters/ubigeo.json';
/** A province as the package writes it: `15 Lima - 01 Lima`. */
const PROVINCE = /^(?<department>\d\d) (?<departmentName>.+?) - (?<province>\d\d) (?<provinceName>.+)$/;

/** The one name that is shortened; people know the province by its short name. */
const CALLAO = 'Prov. Const. del Callao';

interface PackageProvince {
  readonly provincie: string;
  readonly districts: readonly { readonly code: string; readonly name: string }[];
}

/** The provinces in the order of their codes. @throws Error when the package has changed its shape */
export function provincesOfPackage(): ProvinceEntry[] {
  const file = import.meta.resolve('ubigeo/dist/districts.json');
  const provinces = JSON.parse(readFileSync(new URL(file), 'utf8')) as readonly PackageProvince[];
  return provinces.map(provinceEntry).sort((one, two) => (one.code < two.code ? -1 : 1));
}

function provinceEntry({ provincie, districts }: PackageProvince): ProvinceEntry {
  const { department, departmentName, province, provinceName } = PROVINCE.exec(provincie)?.groups ?? {};
  if (!departmentName || !provinceName) throw new Error(`not a province: ${provincie}`);
  return {
    code: `${department}${province}`,
    department: departmentName.trim(),
    province: provinceName === CALLAO ? 'Callao' : provinceName.trim(),
    districts: districts.map(({ code, name }) => `${code} ${name.trim()}`).sort(),
  };
}

/** One province on each line, so that a change shows which. */
export function ubigeoJson(provinces: readonly ProvinceEntry[]): string {
  return `[\n${provinces.map((province) => JSON.stringify(province)).join(',\n')}\n]\n`;
}

if (import.meta.main) await writeAtomically(join(repoDir, UBIGEO_FILE), ubigeoJson(provincesOfPackage()));
