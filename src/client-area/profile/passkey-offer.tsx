import { useEffect, useState } from 'react';
import { listPasskeys } from '#api/endpoints/people/list-passkeys.ts';
import { passkeyApi } from '#client-area/profile/passkey-dialog.ts';
import { screenHref } from '#client-area/router.ts';
import type { ScreenProps } from '#client-area/screen.ts';
import { request } from '#stores/protected-call.ts';
import type { ProfileTextKey } from './texts.ts';

/** Offers passkeys once a loan was paid out, to whoever has none and a browser that makes them. It never asks for a proof. */
export function PasskeyOffer({ say }: Pick<ScreenProps<ProfileTextKey>, 'say'>) {
  const [isOffered, setOffered] = useState(false);
  useEffect(() => {
    if (!passkeyApi()) return;
    request(listPasskeys, {}, { quiet: true }).then((answer) => {
      setOffered(answer.kind === 'ok' && answer.value.offered && answer.value.passkeys.length === 0);
    });
  }, []);
  if (!isOffered) return null;
  return (
    <a className="tapl small" href={`${screenHref('profile-settings')}#passkeys`}>
      {say('profile_passkey_go')}
    </a>
  );
}
