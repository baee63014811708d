import type { ReactNode } from 'react';
import { screenHref } from '#client-area/router.ts';
import type { ScreenProps } from '#client-area/screen.ts';

type Say = ScreenProps<'edit_email_back' | 'edit_today'>['say'];

/** A screen that changes one setting. */
export function EditPage({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div className="wrap form-page stack-l">
      <h1>{title}</h1>
      {children}
    </div>
  );
}

interface Props {
  /** The current setting in a sentence; undefined without one. */
  readonly now: string | null | undefined;
  /** The purpose of the setting. */
  readonly lead: string;
  readonly children: ReactNode;
  readonly say: Say;
}

/** The current setting and the way back, and the form: one above the other, and on a desk side by side. */
export function EditColumns({ now, lead, children, say }: Props) {
  return (
    <div className="cols main even first">
      <aside>
        <div className="card flat stack grow">
          {now && (
            <>
              <h2 className="h3">{say('edit_today')}</h2>
              <p className="strong break">{now}</p>
            </>
          )}
          <p>{lead}</p>
          <p className="floor">
            <a className="tapl" href={screenHref('profile-settings')}>
              {say('edit_email_back')}
            </a>
          </p>
        </div>
      </aside>
      <div>
        <section className="card grow">{children}</section>
      </div>
    </div>
  );
}
