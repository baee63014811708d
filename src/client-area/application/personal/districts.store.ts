import { listPlaces } from '#api/endpoints/applications/list-places.ts';
import { createLoaded } from '#client-area/data/loaded.store.ts';

/** Every place of the country, loaded once: the browser keeps the list for a day. */
export const places = createLoaded(listPlaces, { query: { within: 'PE' } });
