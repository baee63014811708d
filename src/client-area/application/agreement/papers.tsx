import { useState } from 'react';
import type { ScreenProps } from '#client-area/screen.ts';
import { Icon } from '#ui/icon/icon.tsx';
import { openDocument } from '../parts/document-file.ts';
import type { Agreement } from './agreement.store.ts';
import type { AgreementTextKey } from './texts.ts';

interface Props extends Pick<ScreenProps<AgreementTextKey>, 'say'> {
  readonly agreement: Agreement;
}

/** The papers one by one: to be read before they are signed, each with the number that proves it was not exchanged. */
export function Papers({ agreement, say }: Props) {
  return (
    <section className="stack" aria-labelledby="papers">
      <div className="stack-s">
        <h2 className="h3" id="papers">
          {say('agreement_documents')}
        </h2>
        <p className="mute">{say('agreement_documents_text')}</p>
      </div>
      <ul className="papers">
        {agreement.documents.map((paper) => (
          <Paper key={paper.id} paper={paper} say={say} />
        ))}
      </ul>
      <p className="small mute">{say('agreement_hash_text')}</p>
    </section>
  );
}

function Paper({ paper, say }: Pick<Props, 'say'> & { readonly paper: Agreement['documents'][number] }) {
  const [state, setState] = useState<'closed' | 'opening' | 'failed'>('closed');
  const { title, pages, sha256, language, url } = paper;
  const open = async () => {
    setState('opening');
    setState((await openDocument(url)) ? 'closed' : 'failed');
  };
  const length = pages === 1 ? say('agreement_pages_one') : say('agreement_pages', { count: pages });
  return (
    <li className="paper">
      <Icon name="document" />
      <div>
        <p className="strong">{title}</p>
        <p className="small mute">
          {length}
          {language === 'en' && ` · ${say('agreement_copy')}`}
        </p>
        <details className="small mute">
          <summary>{say('agreement_hash')}</summary>
          <code>{sha256}</code>
        </details>
        <p className="small" role="alert">
          {state === 'failed' && say('agreement_open_failed')}
        </p>
      </div>
      <button
        type="button"
        className="btn line sm"
        aria-label={state === 'opening' ? undefined : say('agreement_read_of', { title })}
        aria-disabled={state === 'opening' || undefined}
        onClick={() => state !== 'opening' && open()}
      >
        {say(state === 'opening' ? 'form_busy' : 'agreement_read')}
      </button>
    </li>
  );
}
