import { useStore } from '@nanostores/react';
import { getTrustLevel } from '#api/endpoints/loans/get-trust-level.ts';
import { createLoadedFrom } from '#client-area/data/loaded.store.ts';
import { useLoaded } from '#client-area/data/loaded.tsx';
import { screenHref } from '#client-area/router.ts';
import type { ScreenProps } from '#client-area/screen.ts';
import { $profileState } from '#stores/profile-state.ts';
import { request } from '#stores/protected-call.ts';
import { LevelPicture } from './cards/trust-level/level-picture.tsx';
import type { ProfileTextKey } from './texts.ts';

/** The trust level in short; a browser that is only remembered sees the way to it. */
export function LevelCard({ say }: Pick<ScreenProps<ProfileTextKey>, 'say'>) {
  const store = useLoaded(() => createLoadedFrom((reading) => request(getTrustLevel, {}, { ...reading, quiet: true })));
  const state = useStore(store.$state);
  const allowed = useStore($profileState)?.allowedScreens;
  const trust = state.kind === 'ready' ? state.value : undefined;
  return (
    <section className="card flat stack-s grow" aria-labelledby="profile-level">
      <h2 className="h3" id="profile-level">
        {trust ? say('trust_level', { level: trust.level, name: say(`trust_name_${trust.name}`) }) : say('place_level')}
      </h2>
      {trust && (
        <>
          <LevelPicture
            level={trust.level}
            label={
              trust.next
                ? say('trust_picture', {
                    level: trust.level,
                    points: trust.points,
                    next: trust.next.level,
                    needed: trust.next.pointsNeeded,
                  })
                : say('trust_picture_top', { level: trust.level, points: trust.points })
            }
          />
          <p>
            <b>{trust.points === 1 ? say('trust_points_one') : say('trust_points', { count: trust.points })}</b>{' '}
            {trust.next
              ? say('trust_missing', { count: trust.next.pointsNeeded, level: trust.next.level })
              : say('trust_top')}
          </p>
        </>
      )}
      {allowed?.includes('profile-cards-trust-level') && (
        <p className="floor">
          <a className="tapl" href={screenHref('profile-cards-trust-level')}>
            {say('place_level_text')}
          </a>
        </p>
      )}
    </section>
  );
}
