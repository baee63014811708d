import type { StoredDocumentBody } from '#api/document-item.ts';
import type { LoanSummary } from '#api/endpoints/loans/list-loans.ts';
import { LoadedView, useLoaded } from '#client-area/data/loaded.tsx';
import { MoreButton } from '#client-area/data/more-button.tsx';
import type { ScreenProps } from '#client-area/screen.ts';
import { Coded } from '#client-area/texts/coded.tsx';
import { useStore } from '#client-area/use-store.ts';
import { EmptyState } from '#ui/empty-state/empty-state.tsx';
import { SelectField } from '#ui/field/select-field.tsx';
import { KeptPapers } from '../parts/kept-papers.tsx';
import { StoredDocument } from '../parts/stored-document.tsx';
import { createDocuments, type DocumentsStore } from './documents.store.ts';
import { loanOption } from './loan-option.ts';
import { RequestDocument } from './request-document.tsx';
import type { DocumentsTextKey } from './texts.ts';

type Props = ScreenProps<DocumentsTextKey>;

/** All documents of the client, and documents issued on request. */
export function Screen(props: Props) {
  const { say, query } = props;
  const store = useLoaded(() => createDocuments(query['loan'] ?? ''));
  return (
    <div className="wrap page stack-l">
      <div className="stack-s">
        <h1>{say('documents_title')}</h1>
        <p className="lead">{say('documents_lead')}</p>
      </div>
      <LoadedView store={store.loans} look="lines" offline={<KeptPapers say={say} />} say={say}>
        {({ items }) => <Archive {...props} store={store} loans={items} />}
      </LoadedView>
    </div>
  );
}

interface ArchiveProps extends Props {
  readonly store: DocumentsStore;
  readonly loans: readonly LoanSummary[];
}

function Archive({ store, loans, ...props }: ArchiveProps) {
  const { say } = props;
  const loan = useStore(store.$loan);
  return (
    <div className="cols main">
      <section className="card stack" aria-label={say('documents_title')}>
        {loans.length > 1 && (
          <SelectField
            id="loan"
            name="loan"
            label={say('documents_loan')}
            errorWord={say('client_error')}
            value={loan}
            onChange={store.show}
            options={[{ value: '', label: say('documents_loan_all') }, ...loans.map((each) => loanOption(each, say))]}
          />
        )}
        <LoadedView store={store.list} look="lines" say={say}>
          {({ items, nextCursor }) =>
            items.length === 0 ? (
              <EmptyState title={say('documents_empty')}>
                <p>{say(loans.length > 0 ? 'documents_preparing_text' : 'documents_empty_text')}</p>
              </EmptyState>
            ) : (
              <>
                <Papers items={items} say={say} />
                {nextCursor && <MoreButton store={store.list} say={say} />}
                <Fingerprints items={items} say={say} />
              </>
            )
          }
        </LoadedView>
      </section>
      <RequestDocument {...props} loans={loans} onIssued={store.add} />
    </div>
  );
}

/** The papers that count; those that a newer version has replaced are folded below them. */
function Papers({ items, say }: Pick<Props, 'say'> & { readonly items: readonly StoredDocumentBody[] }) {
  const byId = new Map(items.map((paper) => [paper.id, paper]));
  const older = items.filter(({ supersededBy }) => supersededBy !== null);
  const list = (papers: readonly StoredDocumentBody[]) =>
    byLoan(papers).map(({ loanNumber, of }) => (
      <section key={of[0]?.id} className="papers">
        {loanNumber && (
          <h2 className="small mute">
            <Coded text={`${say('documents_loan')} ${loanNumber}`} />
          </h2>
        )}
        <ul>
          {of.map((paper) => (
            <StoredDocument
              key={paper.id}
              document={paper}
              newer={byId.get(paper.supersededBy ?? '')}
              pair={byId.get(paper.pairedWith ?? '')}
              say={say}
            />
          ))}
        </ul>
      </section>
    ));
  return (
    <>
      {list(items.filter(({ supersededBy }) => supersededBy === null))}
      {older.length > 0 && (
        <details className="fold">
          <summary>
            <span className="strong">{say('documents_older', { count: older.length })}</span>
          </summary>
          {list(older)}
        </details>
      )}
    </>
  );
}

/** Papers of one loan that follow each other: its number is said once, above them. */
function byLoan(papers: readonly StoredDocumentBody[]) {
  const groups: { readonly loanNumber: string | null; readonly of: StoredDocumentBody[] }[] = [];
  for (const paper of papers) {
    const last = groups.at(-1);
    if (last?.loanNumber === paper.loanNumber) last.of.push(paper);
    else groups.push({ loanNumber: paper.loanNumber, of: [paper] });
  }
  return groups;
}

/** The digests that prove a copy to be genuine, once for the list: the contract says that they stand here. */
function Fingerprints({ items, say }: Pick<Props, 'say'> & { readonly items: readonly StoredDocumentBody[] }) {
  return (
    <details className="fold">
      <summary>
        <span>
          <span className="strong">{say('documents_fingerprints')}</span>
          <small>{say('documents_fingerprints_text')}</small>
        </span>
      </summary>
      <ul className="stack small">
        {items.map(({ id, title, version, sha256 }) => (
          <li key={id}>
            <p>
              <Coded text={version > 1 ? `${title} · ${say('documents_version', { version })}` : title} />
            </p>
            <code translate="no">{sha256}</code>
          </li>
        ))}
      </ul>
    </details>
  );
}
