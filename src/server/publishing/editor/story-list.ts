import { html } from 'hono/html';
import type { EditedStory } from '#server/publishing/content-service/editing.ts';
import type { FileProblem } from '#server/publishing/content-service/space.ts';
import type { PublishFacts } from '#server/publishing/publisher/publish-standing.ts';
import type { Components } from './components.ts';
import { type Html, timeOf } from './page.ts';
import { storyPath } from './story-form.ts';
import { STATE_WORDS, standingOfStory } from './story-standing.ts';

/** The list of stories: where each stands, and whether the draft is ahead of what was published. */
export function storyList(
  { stories, problems }: { readonly stories: readonly EditedStory[]; readonly problems: readonly FileProblem[] },
  components: Components,
  facts: PublishFacts,
): Html {
  const pages = stories.filter(({ draft }) => draft.content.component === 'page');
  const others = stories.filter(({ draft }) => draft.content.component !== 'page');
  const broken =
    problems.length > 0
      ? html`<section class="notice bad" role="alert"><h2>Files that cannot be read</h2><ul>${problems.map(({ message }) => html`<li>${message}</li>`)}</ul></section>`
      : '';
  return html`<h1>Stories</h1><p class="lead">Change a text, save it as a draft as often as you like, and publish it when it is ready. Visitors see nothing before that.</p>${broken}${group('Pages', pages, { components, facts })}${group('Settings', others, { components, facts })}`;
}

interface About {
  readonly components: Components;
  readonly facts: PublishFacts;
}

function group(title: string, stories: readonly EditedStory[], about: About): Html {
  if (stories.length === 0) return html``;
  return html`<h2>${title}</h2><ul class="stories">${stories.map((story) => row(story, about))}</ul>`;
}

function row(story: EditedStory, { components, facts }: About): Html {
  const { draft, published, isChanged } = story;
  const { state, reasons } = standingOfStory(facts, story, components);
  const why = reasons[0] ? html` <a href="${reasons[0].href}">Why?</a>` : '';
  const ahead = published && isChanged ? html` <span class="badge changed">Draft ahead</span>` : '';
  return html`<li><a href="${storyPath(draft.uuid, undefined)}"><strong>${draft.name}</strong><code>${draft.full_slug}</code></a><span class="what">${components.get(draft.content.component)?.displayName ?? draft.content.component}</span><span><span class="badge ${state}">${STATE_WORDS[state]}</span>${why}${ahead}</span><span class="when">${timeOf(published?.published_at ?? null)}</span></li>`;
}
