import type { PaperBlock } from '#api/paper-words.ts';
import { KeyValues } from '#ui/figures/key-values.tsx';

/** The content of a paper, block by block, in its own order. */
export function PaperWords({ words }: { readonly words: readonly PaperBlock[] }) {
  return words.map((block, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a printed paper keep their places
    <Block key={index} block={block} />
  ));
}

function Block({ block }: { readonly block: PaperBlock }) {
  switch (block.kind) {
    case 'heading':
      return <h3 className="strong">{block.text}</h3>;
    case 'text':
      return <p>{block.text}</p>;
    case 'note':
      return <p className="small mute">{block.text}</p>;
    case 'list':
      return (
        <ul className="bullets">
          {block.items.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
      );
    case 'lines':
      return <KeyValues items={block.lines.map(({ label, value }) => ({ name: label, value }))} />;
    case 'table':
      return <Table block={block} />;
  }
}

/** On a narrow page each row stands alone, its cells with their names. */
function Table({ block }: { readonly block: Extract<PaperBlock, { readonly kind: 'table' }> }) {
  const { columns, rows, foot } = block;
  return (
    <table className="paper-table small">
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a printed table keep their places
          <tr key={index}>
            {row.map((cell, at) => (
              <td key={columns[at]} data-name={columns[at]}>
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
      {foot && (
        <tfoot>
          <tr>
            {foot.map((cell, at) => (
              // The first cell names the row, so it does not repeat its column's name.
              <td key={columns[at]} data-name={at === 0 ? undefined : columns[at]}>
                {cell}
              </td>
            ))}
          </tr>
        </tfoot>
      )}
    </table>
  );
}
