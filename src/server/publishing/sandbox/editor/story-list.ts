import { html } from 'hono/html';
import type { PublishFacts } from '#server/publishing/publisher/publish-standing.ts';
import type { EditedStory } from '../content-service/editing.ts';
import type { FileProblem } from '../content-service/space.ts';
import type { Components } from './components.ts';
import type { Say } from './language.ts';
import { type Html, storyPath, timeOf } from './page.ts';
import { standingOfStory } from './story-standing.ts';

/** The list of stories: where each stands, and whether the draft is ahead of what was published. */
export function storyList(
  { stories, problems }: { readonly stories: readonly EditedStory[]; readonly problems: readonly FileProblem[] },
  about: About,
): Html {
  const { say } = about;
  const pages = stories.filter(({ draft }) => draft.content.component === 'page');
  const others = stories.filter(({ draft }) => draft.content.component !== 'page');
  const broken =
    problems.length > 0
      ? html`<section class="notice bad" role="alert">
        <h2>${say('broken_files')}</h2>
        <ul>
          ${problems.map(({ message }) => html`<li>${message}</li>`)}
        </ul>
      </section>`
      : '';
  return html`<h1>${say('stories')}</h1>
    <p class="lead">${say('list_lead')}</p>
    ${broken}${group(say('pages'), pages, about)}${group(say('settings'), others, about)}
    <p class="hint">${say('list_storyblok')}</p>`;
}

export interface About {
  readonly say: Say;
  readonly components: Components;
  readonly facts: PublishFacts;
}

function group(title: string, stories: readonly EditedStory[], about: About): Html {
  if (stories.length === 0) return html``;
  return html`<h2>${title}</h2><ul class="stories">${stories.map((story) => row(story, about))}</ul>`;
}

function row(story: EditedStory, { say, components, facts }: About): Html {
  const { draft, published, isChanged } = story;
  const { state, reasons } = standingOfStory(facts, story);
  const why = reasons[0] ? html` <a href="${reasons[0].href}">${say('why')}</a>` : '';
  const ahead = published && isChanged ? html` <span class="badge changed">${say('draft_ahead')}</span>` : '';
  const { component } = draft.content;
  return html`<li>
    <a href="${storyPath(draft.uuid, undefined)}"><strong>${draft.name}</strong><code>${draft.full_slug}</code></a>
    <span class="what">${components.get(component)?.displayName ?? component}</span>
    <span><span class="badge ${state}">${say(`state_${state}`)}</span>${why}${ahead}</span>
    <span class="when">${timeOf(published?.published_at, say)}</span>
  </li>`;
}
