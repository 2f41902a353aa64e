import { useSyncExternalStore } from "react";
import { SITE_THEMES, type SiteThemeName } from "#domain/site.ts";

const YEAR_SECONDS = 365 * 24 * 60 * 60;
const listeners = new Set<() => void>();

const isTheme = (name: string | undefined): name is SiteThemeName =>
  SITE_THEMES.some((theme) => theme.name === name);

function current(): SiteThemeName {
  const { theme } = document.documentElement.dataset;
  return isTheme(theme) ? theme : "night";
}

/** The theme the page wears. The worker wrote it into the HTML, so the first paint is right. */
export function useTheme(): SiteThemeName {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, current);
}

/** Wears a theme at once. */
export function showTheme(name: SiteThemeName): void {
  const root = document.documentElement;
  root.dataset.theme = name;
  const bar = document.querySelector<HTMLMetaElement>('meta[name="theme-color"]');
  if (bar) bar.content = getComputedStyle(root).getPropertyValue("--bg").trim();
  for (const listener of listeners) listener();
}

let kept: SiteThemeName | undefined;

/** The theme that comes back with the next page: what is worn may only be tried on. */
export const keptTheme = (): SiteThemeName => (kept ??= current());

/** Wears a theme at once and remembers it on this device. */
export function wearTheme(name: SiteThemeName): void {
  kept = name;
  const secure = location.protocol === "https:" ? "; Secure" : "";
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not there in every browser
  document.cookie = `bopolis_theme=${name}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax${secure}`;
  showTheme(name);
}
