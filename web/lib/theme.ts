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

/** The page's current theme. The worker writes it into the HTML, so the first paint is right. */
export function useTheme(): SiteThemeName {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, current);
}

/** Applies a theme without saving it. */
export function showTheme(name: SiteThemeName): void {
  const root = document.documentElement;
  root.dataset.theme = name;
  const bar = document.querySelector<HTMLMetaElement>('meta[name="theme-color"]');
  if (bar) bar.content = getComputedStyle(root).getPropertyValue("--bg").trim();
  for (const listener of listeners) listener();
}

let saved: SiteThemeName | undefined;

/** Returns the theme the next page load starts with. The current theme can be a mere preview. */
export const savedTheme = (): SiteThemeName => (saved ??= current());

/** Applies a theme and saves it on this device. */
export function saveTheme(name: SiteThemeName): void {
  saved = name;
  const secure = location.protocol === "https:" ? "; Secure" : "";
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the Cookie Store API
  document.cookie = `bopolis_theme=${name}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax${secure}`;
  showTheme(name);
}
