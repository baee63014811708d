import type { ScreenProps } from '#client-area/screen.ts';
import { DocumentRow } from '../parts/document-row.tsx';
import type { Agreement } from './agreement.store.ts';
import type { AgreementTextKey } from './texts.ts';

interface Props extends Pick<ScreenProps<AgreementTextKey>, 'say'> {
  readonly agreement: Agreement;
}

/** The documents to read before signing, each with the hash that proves it was not exchanged. */
export function AgreementDocuments({ agreement, say }: Props) {
  return (
    <section className="stack" aria-labelledby="papers">
      <div className="stack-s">
        <h2 className="h3" id="papers">
          {say('agreement_documents')}
        </h2>
        <p className="mute">{say('agreement_documents_text')}</p>
      </div>
      <ul className="papers">
        {agreement.documents.map((document) => (
          <AgreementDocument key={document.id} document={document} say={say} />
        ))}
      </ul>
      <p className="small mute">{say('agreement_hash_text')}</p>
    </section>
  );
}

function AgreementDocument({
  document,
  say,
}: Pick<Props, 'say'> & { readonly document: Agreement['documents'][number] }) {
  const { title, pages, sha256, language, url } = document;
  const length = pages === 1 ? say('agreement_pages_one') : say('agreement_pages', { count: pages });
  const facts = language === 'en' ? `${length} · ${say('agreement_copy')}` : length;
  return <DocumentRow title={title} facts={facts} url={url} sha256={sha256} say={say} />;
}
