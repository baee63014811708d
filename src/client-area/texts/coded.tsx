import { codesApart } from '#ui/codes-apart.ts';

/** Words with the code of a loan or a request, which stays on one line. */
export function Coded({ text }: { readonly text: string }) {
  return (
    <>
      {codesApart(text).map((part, index) =>
        index % 2 === 0 ? (
          part
        ) : (
          <bdi key={part} className="num" translate="no">
            {part}
          </bdi>
        ),
      )}
    </>
  );
}
