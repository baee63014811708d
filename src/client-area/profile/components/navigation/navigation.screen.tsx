import { getActiveLoan } from '#api/endpoints/arrangements/get-active-loan.ts';
import { createLoaded } from '#client-area/data/loaded.store.ts';
import { LoadedView, useLoaded } from '#client-area/data/loaded.tsx';
import {
  DOCUMENTS,
  LOANS,
  MARKETING,
  NOTIFICATIONS,
  PlaceList,
  placesOf,
  SETTINGS,
} from '#client-area/loan-parts/place-list.tsx';
import type { ScreenProps } from '#client-area/screen.ts';
import type { NavigationTextKey } from './texts.ts';

/** All screens of the client area that are useful for this client's loan. */
export function Screen({ say }: ScreenProps<NavigationTextKey>) {
  const store = useLoaded(() => createLoaded(getActiveLoan, {}));
  return (
    <div className="wrap page stack-l">
      <h1>{say('navigation_title')}</h1>
      <div className="cols main">
        <div>
          <section className="card stack-s grow">
            <h2 className="h3">{say('navigation_loan')}</h2>
            <LoadedView store={store} look="lines" say={say}>
              {({ loan }) => <PlaceList places={[LOANS, ...placesOf(loan)]} say={say} />}
            </LoadedView>
          </section>
        </div>
        <aside>
          <section className="card stack-s grow">
            <h2 className="h3">{say('navigation_you')}</h2>
            <PlaceList places={[SETTINGS, NOTIFICATIONS, DOCUMENTS, MARKETING]} hasPerson={false} say={say} />
          </section>
        </aside>
      </div>
    </div>
  );
}
