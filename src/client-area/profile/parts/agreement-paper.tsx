import type { DocumentType } from '#api/document-types.ts';
import { listDocuments } from '#api/endpoints/documents/list-documents.ts';
import { createLoaded } from '#client-area/data/loaded.store.ts';
import { LoadedView, useLoaded } from '#client-area/data/loaded.tsx';
import { screenHref } from '#client-area/router.ts';
import type { ScreenProps } from '#client-area/screen.ts';
import type { AgreementPaperTextKey } from './paper-texts.ts';
import { StoredPaper } from './stored-paper.tsx';

interface Props extends Pick<ScreenProps<AgreementPaperTextKey>, 'say'> {
  readonly type: DocumentType;
  readonly loanNumber: string;
}

/** The paper of what was agreed. It is printed a moment after it was agreed, so at first it may not be there yet. */
export function AgreementPaper({ type, loanNumber, say }: Props) {
  const store = useLoaded(() => createLoaded(listDocuments, { query: { type, loan: loanNumber } }));
  return (
    <section className="stack-s" aria-labelledby="agreement-paper">
      <h2 className="h3" id="agreement-paper">
        {say('paper_agreement')}
      </h2>
      <LoadedView store={store} look="lines" say={say}>
        {({ items: [newest] }) =>
          newest ? (
            <ul className="papers">
              <StoredPaper paper={newest} say={say} />
            </ul>
          ) : (
            <>
              <p className="mute">{say('paper_coming')}</p>
              <button type="button" className="btn line sm" onClick={store.load}>
                {say('client_refresh')}
              </button>
            </>
          )
        }
      </LoadedView>
      <p>
        <a className="tapl" href={screenHref('profile-documents', { loan: loanNumber })}>
          {say('paper_all')}
        </a>
      </p>
    </section>
  );
}
