/**
 * Sets the theme that matches the device before the first paint: the server can't know it. Runs only on pages of users
 * who chose "Match my device"; `web/lib/theme.ts` applies the same rules afterwards.
 */
export const DEVICE_THEME_SCRIPT =
  '{const is=q=>matchMedia(q).matches;document.documentElement.dataset.theme=is("(prefers-contrast: more)")?"contrast":is("(prefers-color-scheme: light)")?"day":"night"}';

/** The script's hash for the Content-Security-Policy. A test compares both. */
export const DEVICE_THEME_HASH = "sha256-tHh5KUfAO90UQW+ctGLR1xzBaXNBhwqhRI1nGov8bUU=";
