/** The whole address of a path: makes a link that the browser follows itself, for what is no page of the app. */
export const wholeAddress = (path: string): string => new URL(path, window.location.href).href;

/** Answered by the worker with a redirect. */
export const RANDOM_LEVEL = wholeAddress("/random-level");
