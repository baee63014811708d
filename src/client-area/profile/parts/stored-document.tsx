import type { StoredDocumentBody } from '#api/document-item.ts';
import { DocumentRow } from '#client-area/application/parts/document-row.tsx';
import { limaMoment } from '#client-area/application/parts/lima-moment.ts';
import type { ScreenProps } from '#client-area/screen.ts';
import type { DocumentTextKey } from './document-texts.ts';

interface Props extends Pick<ScreenProps<DocumentTextKey>, 'say'> {
  readonly document: StoredDocumentBody;
  /** The version that replaces it, when it is on this screen too. */
  readonly newer?: StoredDocumentBody | undefined;
}

/** An archived document: to read, to download, and its hash, which proves that it was not changed. */
export function StoredDocument({ document, newer, say }: Props) {
  const { id, title, sha256, supersededBy } = document;
  return (
    <DocumentRow
      id={`paper-${id}`}
      title={title}
      isReplaced={supersededBy !== null}
      facts={factsOf(document, say)}
      url={`/api/v1/documents/${id}/file`}
      sha256={sha256}
      download={{ fileName: fileNameOf(document), label: say('documents_download_of', { title }) }}
      say={say}
    >
      {supersededBy && (
        <p className="small">
          {newer ? (
            <a href={`#paper-${newer.id}`}>{say('documents_replaced_by', { version: newer.version })}</a>
          ) : (
            say('documents_replaced')
          )}
        </p>
      )}
    </DocumentRow>
  );
}

/** `15/01/2026 · 4 pages · 47 KB · Version 2`. */
function factsOf({ createdAt, pages, bytes, version, language }: StoredDocumentBody, say: Props['say']): string {
  const facts = [
    limaMoment(createdAt).date,
    pages === 1 ? say('agreement_pages_one') : say('agreement_pages', { count: pages }),
    `${Math.ceil(bytes / 1024)} KB`,
    ...(version > 1 ? [say('documents_version', { version })] : []),
    ...(language === 'en' ? [say('agreement_copy')] : []),
  ];
  return facts.join(' · ');
}

/** `contract-P-2026-0001234-v1.pdf`: a name that no other document of the client has. */
function fileNameOf({ type, loanNumber, version, language }: StoredDocumentBody): string {
  const parts = [type.toLowerCase().replaceAll('_', '-'), loanNumber, `v${version}`, language === 'en' && 'en'];
  return `${parts.filter(Boolean).join('-')}.pdf`;
}
