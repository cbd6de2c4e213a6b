// What the rest of the gateway may use of the showcase.
/** The name of the connector. */
export const SHOWCASE = 'showcase';

export { answerAs, createShowcase, type Showcase } from './showcase.ts';
