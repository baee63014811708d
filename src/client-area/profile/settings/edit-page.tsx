import type { ReactNode } from 'react';
import { screenHref } from '#client-area/router.ts';
import type { ScreenProps } from '#client-area/screen.ts';

interface Props extends Pick<ScreenProps<'edit_email_back'>, 'say'> {
  readonly title: string;
  readonly lead: string;
  readonly children: ReactNode;
}

/** A screen that changes one setting, with the way back below it. */
export function EditPage({ title, lead, children, say }: Props) {
  return (
    <div className="wrap narrow form-page stack-l">
      <div className="stack-s">
        <h1>{title}</h1>
        <p className="lead">{lead}</p>
      </div>
      {children}
      <p>
        <a className="tapl" href={screenHref('profile-settings')}>
          {say('edit_email_back')}
        </a>
      </p>
    </div>
  );
}
