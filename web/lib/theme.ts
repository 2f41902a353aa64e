import { useSyncExternalStore } from "react";
import { SITE_THEMES, type SiteThemeName, type ThemeChoice } from "#domain/site.ts";

const YEAR_SECONDS = 365 * 24 * 60 * 60;
/** The device's settings behind "Match my device", and their themes. The first that applies counts. */
const DEVICE_THEMES: [query: string, theme: SiteThemeName][] = [
  ["(prefers-contrast: more)", "contrast"],
  ["(prefers-color-scheme: light)", "day"],
];
const listeners = new Set<() => void>();

const isTheme = (name: string | undefined): name is SiteThemeName =>
  SITE_THEMES.some((theme) => theme.name === name);

/** Returns the theme on the screen. */
export function shownTheme(): SiteThemeName {
  const { theme } = document.documentElement.dataset;
  return isTheme(theme) ? theme : "night";
}

const current = (): ThemeChoice =>
  document.documentElement.dataset.deviceTheme === undefined ? shownTheme() : "device";

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  const follow = () => current() === "device" && showTheme("device");
  const queries = DEVICE_THEMES.map(([query]) => matchMedia(query));
  for (const query of queries) query.addEventListener("change", follow);
  return () => {
    listeners.delete(listener);
    for (const query of queries) query.removeEventListener("change", follow);
  };
}

/** The page's current choice of theme. The worker writes it into the HTML, so the first paint is right. */
export const useTheme = (): ThemeChoice => useSyncExternalStore(subscribe, current);

export function showTheme(name: ThemeChoice): void {
  const root = document.documentElement;
  root.toggleAttribute("data-device-theme", name === "device");
  root.dataset.theme =
    name === "device" ? (DEVICE_THEMES.find(([query]) => matchMedia(query).matches)?.[1] ?? "night") : name;
  const color = getComputedStyle(root).getPropertyValue("--bg").trim();
  for (const bar of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]'))
    bar.content = color;
  for (const listener of listeners) listener();
}

let saved: ThemeChoice | undefined;

/** Returns the theme the next page load starts with. The current theme can be a mere preview. */
export const savedTheme = (): ThemeChoice => (saved ??= current());

/** Saves a theme on this device. The one on the screen stays. */
export function storeTheme(name: ThemeChoice): void {
  saved = name;
  const secure = location.protocol === "https:" ? "; Secure" : "";
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the Cookie Store API
  document.cookie = `bopolis_theme=${name}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax${secure}`;
}

export function saveTheme(name: ThemeChoice): void {
  storeTheme(name);
  showTheme(name);
}
