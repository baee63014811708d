interface Place {
  readonly code: string;
  readonly name: string;
}

export interface District extends Place {
  /** Its province and department: `Lima, Lima`. */
  readonly within: string;
  /** The words it is found by: plain letters, the district's own words first. */
  readonly own: string;
  readonly words: readonly string[];
}

/** The most districts that are shown at once. */
const MOST = 6;
const SHORTEST = 2;

/** Picks the districts among all places, each with its province and department. */
export function districtsOf(places: readonly Place[]): District[] {
  const names = new Map(places.map(({ code, name }) => [code, name]));
  return places
    .filter(({ code }) => code.length === 6)
    .map(({ code, name }) => {
      const within = [names.get(code.slice(0, 4)), names.get(code.slice(0, 2))].filter(Boolean).join(', ');
      return { code, name, within, own: plain(name), words: plain(`${name} ${within}`).split(' ') };
    });
}

/**
 * Finds the districts whose words begin as typed: `mira` → Miraflores of Lima, of Arequipa, …; `miraflores are` → of
 * Arequipa. Accents and case do not matter. A name that is or begins as typed comes first, then the capital of a
 * department.
 */
export function findDistricts(districts: readonly District[], typed: string): District[] {
  const sought = plain(typed);
  if (sought.length < SHORTEST) return [];
  const parts = sought.split(' ');
  const [first = ''] = parts;
  return districts
    .filter(({ own, words }) => {
      const isNamed = own.split(' ').some((word) => word.startsWith(first));
      return isNamed && parts.every((part) => words.some((word) => word.startsWith(part)));
    })
    .sort((a, b) => rank(a, sought) - rank(b, sought) || (a.code < b.code ? -1 : 1))
    .slice(0, MOST);
}

/** Finds a district by its whole name, if the name is unique or written with its province and department. */
export function districtNamed(districts: readonly District[], typed: string): District | undefined {
  const sought = plain(typed);
  const found = districts.filter(({ own, words }) => own === sought || words.join(' ') === sought);
  return found.length === 1 ? found[0] : undefined;
}

function rank({ own, code }: District, sought: string): number {
  const isNear = own === sought ? 0 : own.startsWith(sought) ? 1 : 2;
  const isCapital = code.slice(2, 4) === '01';
  const isLima = code.startsWith('15');
  return isNear * 4 + (isCapital ? 0 : 2) + (isLima ? 0 : 1);
}

/** Reduces to plain letters: `Áncash,  Breña` → `ancash brena`. */
function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();
}
