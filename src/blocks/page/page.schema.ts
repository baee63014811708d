import { blockSchema, blocks, boolean, text } from '#storyblok/block-schema.ts';

/** The root of every page story: metadata for search engines, and the blocks. */
export const schema = blockSchema({
  name: 'page',
  displayName: { es: 'Página', en: 'Page' },
  kind: 'story',
  fields: {
    seo_title: text({
      // Search engines show about 60; the names of figures count as they are written.
      max: 90,
      required: true,
      description: {
        es: 'Lo muestran los buscadores y la pestaña del navegador',
        en: 'Shown by search engines and in the browser tab',
      },
    }),
    seo_description: text({
      max: 200,
      required: true,
      description: {
        es: 'Una o dos oraciones, de 110 a 155 caracteres',
        en: 'One or two sentences, 110 to 155 characters',
      },
    }),
    crumb: text({
      description: {
        es: 'Su nombre en la ruta de arriba; vacío para una página sin ruta',
        en: 'Its name in the path at its top; blank for a page without one',
      },
    }),
    no_index: boolean({
      description: { es: 'Mantiene la página fuera de los buscadores', en: 'Keep the page out of search engines' },
    }),
    body: blocks(
      [
        'hero-slider',
        'page-header',
        'how-it-works',
        'requirements',
        'why-us',
        'faq',
        'faq-cords',
        'bank-details',
        'contacts',
        'grid',
        'logos',
        'textual-page',
        'representative-example',
        'rates-table',
        'cookie-table',
        'no-calculator',
        'landing-page',
        'text-section',
        'next-step',
        'ways-out',
        'payment-ways',
        'loan-calculator',
      ],
      { minimum: 1 },
    ),
  },
});
