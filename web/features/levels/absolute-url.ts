/** Returns the absolute URL of a path. The router leaves such links to the browser, for URLs that are no page of the app. */
export const absoluteUrl = (path: string): string => new URL(path, window.location.href).href;

/** The worker redirects it to a random level. */
export const randomLevelUrl = (): string => absoluteUrl("/random-level");
