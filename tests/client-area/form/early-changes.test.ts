// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { requestReview } from '#api/endpoints/applications/request-review.ts';
import { readShown } from '#client-area/form/early-changes.ts';
import { createForm } from '#client-area/form/form.store.ts';

test('what is shown is taken as it is, but for a file: its field holds the number of the document that it became', () => {
  document.body.innerHTML = `<form>
    <input name="comment" value="Cobro un alquiler."><input type="checkbox" name="agreed" checked>
    <input type="file" name="picture"><input name="of-an-extension" value="x">
  </form>`;
  const form = document.querySelector('form') as HTMLFormElement;
  const initial = { comment: '', agreed: false as boolean, picture: 'document-1' };
  const store = createForm({ endpoint: requestReview, initial, onDone: vi.fn() });
  expect(new FormData(form).get('picture')).toBeInstanceOf(File);
  readShown(form, store);
  expect(store.$state.get().values).toEqual({ comment: 'Cobro un alquiler.', agreed: true, picture: 'document-1' });
});
