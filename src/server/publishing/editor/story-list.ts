import { html } from 'hono/html';
import type { EditedStory } from '#server/publishing/content-service/editing.ts';
import type { FileProblem } from '#server/publishing/content-service/space.ts';
import type { Components } from './components.ts';
import { type Html, timeOf } from './page.ts';
import { storyPath } from './story-form.ts';

/** The list of stories: published or not, and whether the draft differs. */
export function storyList(
  { stories, problems }: { readonly stories: readonly EditedStory[]; readonly problems: readonly FileProblem[] },
  components: Components,
): Html {
  const pages = stories.filter(({ draft }) => draft.content.component === 'page');
  const others = stories.filter(({ draft }) => draft.content.component !== 'page');
  const broken =
    problems.length > 0
      ? html`<section class="notice bad" role="alert"><h2>Files that cannot be read</h2><ul>${problems.map(({ message }) => html`<li>${message}</li>`)}</ul></section>`
      : '';
  return html`<h1>Stories</h1><p class="lead">Change a text, save it as a draft as often as you like, and publish it when it is ready. Visitors see nothing before that.</p>${broken}${group('Pages', pages, components)}${group('Settings', others, components)}`;
}

function group(title: string, stories: readonly EditedStory[], components: Components): Html {
  if (stories.length === 0) return html``;
  return html`<h2>${title}</h2><ul class="stories">${stories.map((story) => row(story, components))}</ul>`;
}

function row(story: EditedStory, components: Components): Html {
  const { draft, published, isChanged } = story;
  const [look, words] = published
    ? isChanged
      ? ['changed', 'Draft ahead']
      : ['live', 'Published']
    : ['draft', 'Not public'];
  return html`<li><a href="${storyPath(draft.uuid, undefined)}"><strong>${draft.name}</strong><code>${draft.full_slug}</code></a><span class="what">${components.get(draft.content.component)?.displayName ?? draft.content.component}</span><span class="badge ${look}">${words}</span><span class="when">${timeOf(published?.published_at ?? null)}</span></li>`;
}
