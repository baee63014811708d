import type { DocumentType } from '#api/document-types.ts';
import { listDocuments } from '#api/endpoints/documents/list-documents.ts';
import { createLoaded } from '#client-area/data/loaded.store.ts';
import { LoadedView, useLoaded } from '#client-area/data/loaded.tsx';
import { screenHref } from '#client-area/router.ts';
import type { ScreenProps } from '#client-area/screen.ts';
import { TitledSection } from '#ui/titled-section/titled-section.tsx';
import type { ArrangementDocumentTextKey } from './document-texts.ts';
import { StoredDocument } from './stored-document.tsx';

interface Props extends Pick<ScreenProps<ArrangementDocumentTextKey>, 'say'> {
  readonly type: DocumentType;
  readonly loanNumber: string;
}

/** The document of an arrangement. It is issued a moment after the agreement, so it may be missing at first. */
export function ArrangementDocument({ type, loanNumber, say }: Props) {
  const store = useLoaded(() => createLoaded(listDocuments, { query: { type, loan: loanNumber } }));
  return (
    <TitledSection id="agreement-paper" look="stack-s" title={say('paper_agreement')}>
      <LoadedView store={store} look="lines" say={say}>
        {({ items: [newest] }) =>
          newest ? (
            <ul className="papers">
              <StoredDocument document={newest} say={say} />
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
    </TitledSection>
  );
}
