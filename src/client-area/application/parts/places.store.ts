import { listPlaces } from '#api/endpoints/applications/list-places.ts';
import { createLoaded, type LoadedStore } from '#client-area/data/loaded.store.ts';

export interface Place {
  readonly code: string;
  readonly name: string;
}

const known = new Map<string, LoadedStore<Place[]>>();

/** The places within a place, cached: `''` → departments, `15` → its provinces, `1501` → its districts. */
export function placesWithin(code: string): LoadedStore<Place[]> {
  const store = known.get(code) ?? createLoaded(listPlaces, { query: code ? { within: code } : {} });
  known.set(code, store);
  return store;
}
