import type { Messages } from '#i18n/locale.ts';

/**
 * Every word of the editor's own pages, in both languages (decision 84). They stand here and not with the texts of the
 * site: those are content, which editors change and which goes to a content service.
 */
export const EDITOR_TEXTS = {
  // Every page
  skip: { es: 'Ir al contenido', en: 'Skip to content' },
  product: { es: 'editor', en: 'editor' },
  navigation: { es: 'Editor', en: 'Editor' },
  stories: { es: 'Historias', en: 'Stories' },
  public_site: { es: 'Sitio público', en: 'Public site' },
  sign_out: { es: 'Salir', en: 'Sign out' },
  not_found: { es: 'No se encuentra', en: 'Not found' },
  nothing_here: { es: 'Aquí no hay nada', en: 'There is nothing here' },
  all_stories: { es: 'Todas las historias', en: 'All stories' },
  never: { es: 'nunca', en: 'never' },

  // Signing in, and forms that could not be taken
  sign_in: { es: 'Ingresar', en: 'Sign in' },
  sign_in_title: { es: 'Ingresa para editar', en: 'Sign in to edit' },
  sign_in_how: {
    es: 'Abre el enlace que mostró npm start, o pega el operatorToken de run.json, en la carpeta de datos.',
    en: 'Open the link that npm start printed, or paste the operatorToken of run.json in the data directory.',
  },
  sign_in_roles: {
    es: 'Aquí no hay cuentas: quien ingresa puede cambiarlo todo. Las personas, sus roles y sus permisos son de Storyblok.',
    en: 'There are no accounts here: whoever signs in may change everything. People, their roles and rights are Storyblok’s.',
  },
  sign_in_wrong: {
    es: 'Esto no abre nada. El enlace sirve una vez; el token cambia con cada inicio.',
    en: 'This opens nothing. A link from the start works once; the token is another after every start.',
  },
  sign_in_kept: {
    es: 'Tu sesión terminó. Lo que escribiste sigue en esta página y se envía cuando ingresas aquí.',
    en: 'Your session has ended. What you typed is kept in this page, and is sent when you sign in here.',
  },
  sign_in_send: { es: 'Ingresar y guardar', en: 'Sign in and save' },
  sign_in_publish: { es: 'Ingresar y publicar', en: 'Sign in and publish' },
  token: { es: 'Token', en: 'Token' },
  too_many_tries_wait: {
    es: 'Espera {seconds} segundos y prueba otra vez.',
    en: 'Wait {seconds} seconds, then try again.',
  },
  form_old: { es: 'Este formulario es antiguo', en: 'This form is too old' },
  form_old_again: {
    es: 'Vuelve, carga la página otra vez y repite lo que hiciste. No se cambió nada.',
    en: 'Go back, load the page again and repeat what you did. Nothing was changed.',
  },
  form_large: { es: 'Este formulario es demasiado grande', en: 'This form is too large' },
  form_large_back: {
    es: 'Una historia tiene como máximo 2 MiB, y esta tiene más. No se cambió nada. Vuelve con el botón de tu navegador, acorta lo más largo (muchas veces es una imagen pegada dentro de un texto) y guarda otra vez.',
    en: 'A story has at most 2 MiB, and this one has more. Nothing was changed. Go back with your browser’s button, shorten what is longest (often a picture pasted into a text) and save again.',
  },

  // The list of stories
  list_lead: {
    es: 'Cambia un texto, guárdalo como borrador las veces que quieras y publícalo cuando esté listo. Antes de eso los visitantes no ven nada.',
    en: 'Change a text, save it as a draft as often as you like, and publish it when it is ready. Visitors see nothing before that.',
  },
  list_storyblok: {
    es: 'Las historias nuevas, sus direcciones, las imágenes, la aprobación por pasos, las publicaciones con fecha y los roles son de Storyblok. Aquí se cambian los textos y bloques de las historias que ya existen.',
    en: 'New stories, their addresses, pictures, approval in steps, publishing at a time and roles are Storyblok’s. Here you change the texts and blocks of stories that exist.',
  },
  broken_files: { es: 'Archivos que no se pueden leer', en: 'Files that cannot be read' },
  pages: { es: 'Páginas', en: 'Pages' },
  settings: { es: 'Ajustes', en: 'Settings' },
  why: { es: '¿Por qué?', en: 'Why?' },
  draft_ahead: { es: 'Borrador con cambios', en: 'Draft ahead' },

  // States
  state_draft: { es: 'No es público', en: 'Not public' },
  state_live: { es: 'En vivo', en: 'Live' },
  state_publishing: { es: 'Publicando', en: 'Publishing' },
  'state_held-back': { es: 'Retenido', en: 'Held back' },
  state_paused: { es: 'En pausa', en: 'Paused' },
  state_failed: { es: 'Falló', en: 'Failed' },
  means_draft: { es: 'Los visitantes no lo ven.', en: 'Visitors do not see it.' },
  means_live: { es: 'Los visitantes lo ven.', en: 'Visitors see it.' },
  means_publishing: {
    es: 'Enviado al publicador. Espera tres segundos de calma; luego arma, revisa y publica.',
    en: 'Sent to the publisher. It waits three quiet seconds, then builds, checks and releases.',
  },
  'means_held-back': {
    es: 'Los visitantes siguen con la última versión buena de esta historia, y tu borrador está guardado. Hay que corregir:',
    en: 'Visitors keep the last good version of this story, and your draft is kept. This has to be mended:',
  },
  means_paused: {
    es: 'Un operador regresó el sitio a una versión anterior y puso en pausa las publicaciones. Lo que publicaste saldrá en vivo cuando se reanuden (npm run release -- resume); hasta entonces los visitantes ven la versión anterior.',
    en: 'An operator has rolled the site back and paused publishing. What you published goes live when publishing goes on (npm run release -- resume); until then visitors see the older release.',
  },
  means_failed: {
    es: 'Los visitantes siguen con lo que veían antes, y tu borrador está guardado.',
    en: 'Visitors keep what they saw before, and your draft is kept.',
  },

  // A story
  preview: { es: 'Vista previa', en: 'Preview' },
  preview_draft: { es: 'Vista previa del borrador', en: 'Preview of the draft' },
  save: { es: 'Guardar borrador', en: 'Save draft' },
  publish: { es: 'Publicar', en: 'Publish' },
  publish_storyblok: {
    es: 'Publicar a una hora fija o pedir aprobación antes se hace en Storyblok.',
    en: 'Publishing at a set time, or asking for approval first, is done in Storyblok.',
  },
  published_at: { es: 'publicado {when}', en: 'published {when}' },
  draft_is_ahead: {
    es: 'El borrador tiene cambios sin publicar',
    en: 'The draft is ahead of what was published',
  },
  language: { es: 'Idioma', en: 'Language' },
  spanish: { es: 'Español', en: 'Spanish' },
  english: { es: 'Inglés', en: 'English' },
  public_page: { es: 'Página pública', en: 'Public page' },
  saved: { es: 'Borrador guardado.', en: 'Draft saved.' },
  saved_ahead: { es: 'Los visitantes todavía no lo ven.', en: 'Visitors do not see it yet.' },
  saved_same: { es: 'Es igual a lo publicado.', en: 'It is the same as what is published.' },
  saved_broken: {
    es: 'El borrador está guardado; los visitantes siguen con lo que veían. Corrige estos campos antes de publicar.',
    en: 'The draft is saved; visitors keep what they see. These fields have to be mended before it can be published.',
  },
  not_saved: {
    es: 'Todavía no se guardó nada: hay campos que no se entienden. Lo que escribiste sigue aquí.',
    en: 'Nothing is saved yet: some fields cannot be read. What you typed is still here.',
  },
  not_saved_yet: {
    es: 'Todavía no se guardó nada. Lo que escribiste sigue aquí.',
    en: 'Nothing is saved yet. What you typed is still here.',
  },
  cannot_publish: { es: 'Así no se puede publicar todavía', en: 'This cannot be published yet' },
  not_json: { es: 'esto ya no es JSON ({detail})', en: 'this is not JSON any more ({detail})' },
  kind_of_block: { es: 'Tipo de bloque', en: 'Kind of block' },
  add_block: { es: 'Agregar bloque', en: 'Add block' },
  add_one: { es: 'Agregar: {name}', en: 'Add: {name}' },
  up: { es: 'Subir', en: 'Move up' },
  down: { es: 'Bajar', en: 'Move down' },
  remove: { es: 'Quitar', en: 'Remove' },
  remove_means: {
    es: '¿Quitar este bloque con todo lo que tiene?',
    en: 'Remove this block with all that is in it?',
  },
  back: { es: 'Volver a lo publicado', en: 'Back to what is published' },
  back_means: {
    es: 'El borrador se pierde y queda igual a lo que ven los visitantes.',
    en: 'The draft is given up: it is what visitors see again.',
  },
  take_off: { es: 'Retirar esta historia del sitio público', en: 'Take this story off the public site' },
  take_off_means: {
    es: 'Los visitantes ya no la encontrarán. El borrador se queda aquí y se puede publicar otra vez.',
    en: 'Visitors no longer find it. The draft stays here and can be published again.',
  },
  unpublish: { es: 'Despublicar', en: 'Unpublish' },

  // Fields
  required: { es: 'obligatorio', en: 'required' },
  blank_spanish: { es: 'Texto en español', en: 'Spanish text' },
  characters: { es: 'caracteres', en: 'characters' },
  markup_paragraph: { es: 'Línea vacía: párrafo nuevo', en: 'Blank line: new paragraph' },
  markup_heading: { es: 'título', en: 'heading' },
  markup_item: { es: 'punto de lista', en: 'item' },
  markup_bold: { es: 'negrita', en: 'bold' },
  markup_words: { es: 'palabras', en: 'words' },
  link_example: { es: '/tarifas, https://… o mailto:…', en: '/tarifas, https://… or mailto:…' },
  new_tab: { es: 'Abre en otra pestaña', en: 'Opens in a new tab' },
  picture_address: { es: 'Dirección de la imagen', en: 'Address of the picture' },
  picture_storyblok: {
    es: 'Las imágenes se suben en Storyblok; aquí va la dirección de una que ya está.',
    en: 'Pictures are uploaded in Storyblok; here goes the address of one that is there.',
  },
  picture_alt: { es: 'Qué muestra, para quien no la ve', en: 'What it shows, for people who do not see it' },

  // The page of a publish
  publishing_title: { es: 'Publicando: {name}', en: 'Publishing: {name}' },
  published_title: { es: 'Publicado: {name}', en: 'Published: {name}' },
  unpublished_title: { es: 'Todavía no está en vivo: {name}', en: 'Not live yet: {name}' },
  taking_off_title: { es: 'Retirando: {name}', en: 'Taking off: {name}' },
  taken_off_title: { es: 'Retirado: {name}', en: 'Taken off: {name}' },
  still_on_title: { es: 'Todavía no se retiró: {name}', en: 'Not taken off yet: {name}' },
  back_to_story: { es: 'Volver a la historia', en: 'Back to the story' },
  story_gone: { es: 'la historia ya no está', en: 'the story is gone' },
  every_page: { es: 'todas las páginas que la muestran', en: 'every page that shows it' },
  publisher_said: { es: 'Lo que dijo el publicador:', en: 'What the publisher said:' },

  // Two people
  stale: {
    es: 'Todavía no se guardó nada: otra persona guardó después de que abriste esto. Lo que tú no cambiaste ya está como lo dejó; junto a cada campo que cambiaron las dos está lo que guardó. Si guardas otra vez, queda lo que muestran los campos.',
    en: 'Nothing is saved yet: somebody else has saved since you opened this. What you did not change is as they left it; beside each field that you both changed stands what they saved. If you save again, what the fields show stays.',
  },
  stale_back: {
    es: 'No se cambió nada: otra persona guardó después de que abriste esto. Este es su borrador.',
    en: 'Nothing was changed: somebody else has saved since you opened this. This is their draft.',
  },
  saved_meanwhile: { es: 'Guardado mientras tanto:', en: 'Saved meanwhile:' },
  left_words: {
    es: 'Esto era de bloques que ya no están; cópialo si lo quieres conservar:',
    en: 'This was in blocks that are gone; copy it if you want to keep it:',
  },
  blank: { es: '(vacío)', en: '(blank)' },
} as const satisfies Messages;

export type EditorTextKey = keyof typeof EDITOR_TEXTS;
