import { extractText, getDocumentProxy } from 'unpdf';

interface Tree {
  readonly role?: string;
  readonly alt?: string;
  readonly children?: readonly Tree[];
}

export interface ReadPdf {
  /** Everything printed, in the order of the content, spaces of any kind made one. */
  readonly flat: string;
  readonly pages: number;
  /** Kinds of elements a screen reader meets. */
  readonly roles: ReadonlySet<string>;
  /** What is said in place of pictures. */
  readonly alternatives: readonly string[];
  readonly info: Record<string, unknown>;
  readonly mark: unknown;
}

/** Reads a PDF back as a reader and as a screen reader do. */
export async function readPdf(bytes: Uint8Array): Promise<ReadPdf> {
  // The reader detaches the buffer it is given, hence the copy.
  const pdf = await getDocumentProxy(new Uint8Array(bytes));
  const { text, totalPages } = await extractText(pdf, { mergePages: true });
  const roles = new Set<string>();
  const alternatives: string[] = [];
  const visit = (tree: Tree | null): void => {
    if (tree?.role) roles.add(tree.role);
    if (tree?.alt) alternatives.push(tree.alt);
    for (const child of tree?.children ?? []) visit(child);
  };
  for (let k = 1; k <= totalPages; k += 1) visit((await (await pdf.getPage(k)).getStructTree()) as Tree | null);
  const { info } = (await pdf.getMetadata()) as unknown as { info: Record<string, unknown> };
  return {
    flat: text.replace(/\s+/g, ' '),
    pages: totalPages,
    roles,
    alternatives,
    info,
    mark: await pdf.getMarkInfo(),
  };
}
