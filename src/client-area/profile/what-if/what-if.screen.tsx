import type { CallResult } from '#api/call.ts';
import { getActiveLoan } from '#api/endpoints/arrangements/get-active-loan.ts';
import { createLoadedFrom, type Reading } from '#client-area/data/loaded.store.ts';
import { LoadedView, useLoaded } from '#client-area/data/loaded.tsx';
import { BackLink } from '#client-area/frame/back-link.tsx';
import css from '#client-area/loan-parts/what-if/what-if.css?url';
import { NothingToCompare, WhatIf } from '#client-area/loan-parts/what-if/what-if.tsx';
import { screenHref } from '#client-area/router.ts';
import type { ScreenProps } from '#client-area/screen.ts';
import { request } from '#stores/protected-call.ts';
import type { WhatIfScreenTextKey } from './texts.ts';

export const styles = css;

/** `/profile/what-if`: the scenarios of the loan in the link, by default of the running one. */
export function Screen({ say, query }: ScreenProps<WhatIfScreenTextKey>) {
  const number = useLoaded(() => createLoadedFrom((reading) => loanNumber(query['loan'], reading)));
  return (
    <div className="wrap page stack-l">
      <div className="stack-s">
        <BackLink href={screenHref('profile')}>{say('what_if_back')}</BackLink>
        <h1>{say('what_if_title')}</h1>
        <p className="lead">{say('what_if_lead')}</p>
      </div>
      <LoadedView store={number} say={say}>
        {(found) => (found ? <WhatIf say={say} number={found} /> : <NothingToCompare say={say} />)}
      </LoadedView>
    </div>
  );
}

async function loanNumber(asked: string | undefined, reading: Reading): Promise<CallResult<string | null>> {
  if (asked) return { kind: 'ok', value: asked };
  const answer = await request(getActiveLoan, {}, reading);
  return answer.kind === 'ok' ? { kind: 'ok', value: answer.value.loan?.number ?? null } : answer;
}
