import { useEffect, useState } from 'react';
import { listPasskeys } from '#api/endpoints/people/list-passkeys.ts';
import { passkeyApi } from '#client-area/profile/passkey-dialog.ts';
import { screenHref } from '#client-area/router.ts';
import type { ScreenProps } from '#client-area/screen.ts';
import { request } from '#stores/protected-call.ts';
import type { ProfileTextKey } from './texts.ts';

interface Props extends Pick<ScreenProps<ProfileTextKey>, 'say'> {
  /** Who is late has other things to read. */
  readonly isQuiet: boolean;
}

/** Offers passkeys once a loan was paid out, to whoever has none and a browser that makes them. It never asks for a proof. */
export function PasskeyOffer({ isQuiet, say }: Props) {
  const [isOffered, setOffered] = useState(false);
  useEffect(() => {
    if (!passkeyApi()) return;
    request(listPasskeys, {}, { quiet: true }).then((answer) => {
      setOffered(answer.kind === 'ok' && answer.value.offered && answer.value.passkeys.length === 0);
    });
  }, []);
  if (!isOffered || isQuiet) return null;
  return (
    <a className="tapl small" href={`${screenHref('profile-settings')}#passkeys`}>
      {say('profile_passkey_go')}
    </a>
  );
}
