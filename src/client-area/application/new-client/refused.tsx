import { screenHref } from '#client-area/router.ts';
import type { ScreenProps } from '#client-area/screen.ts';
import { formatDate } from '#i18n/format-date.ts';
import { Note } from '#ui/note/note.tsx';
import type { Inquiry } from './new-client.store.ts';
import type { NewClientTextKey } from './texts.ts';

interface Props extends Pick<ScreenProps<NewClientTextKey>, 'say' | 'sayError'> {
  readonly failure: Inquiry & { readonly kind: 'failed' };
}

/** The screen that each refusal leads to. */
const WAYS = {
  application_exists: { screen: 'application', words: 'new_client_continue' },
  active_loan: { screen: 'profile', words: 'new_client_my_loans' },
} as const;

/** The reason why the application was refused, and where to go instead. */
export function Refused({ say, sayError, failure }: Props) {
  const { code, canReapplyAt } = failure;
  const way = Object.hasOwn(WAYS, code) ? WAYS[code as keyof typeof WAYS] : undefined;
  return (
    <Note look="bad">
      <p>{failureText(sayError, code, canReapplyAt)}</p>
      {way && (
        <a className="btn line sm" href={screenHref(way.screen)}>
          {say(way.words)}
        </a>
      )}
    </Note>
  );
}

const KNOWN = ['application_exists', 'active_loan', 'reapply_later', 'parameter_missing', 'rate_above_cap', 'offline'];

function failureText(sayError: Props['sayError'], code: string, canReapplyAt: string | undefined): string {
  const words = sayError('inquiry', KNOWN.includes(code) ? code : 'failed');
  return canReapplyAt ? words.replace('{date}', formatDate(canReapplyAt)) : words;
}
