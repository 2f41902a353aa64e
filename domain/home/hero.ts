import { bopiFigure } from "../avatar/figure.ts";
import { SHOW_OUTFITS } from "../avatar/outfits.ts";

/** The hero's text. Lives here because the worker renders it into the HTML, too. */
export const HERO = {
  title: "A toy city built by its players",
  text: "Dress your bopi, build levels out of blocks, and play everyone else's right in your browser. Free, friendly and open all night.",
  signUp: "Make your bopi",
  browse: "or play right now",
} as const;

const city = (className: string, parts: string[]): string =>
  `<svg class="${className}" viewBox="0 0 1440 230" preserveAspectRatio="xMidYMax slice" aria-hidden="true">${parts
    .map((part) => `<use class="hero-${part}" href="/static/city.svg#${part}"/>`)
    .join("")}</svg>`;

/**
 * The home page's hero as plain HTML, visible before any script has loaded. The web app renders the same markup in the same
 * place (web/app/home/hero.tsx; both use web/styles/hero.css). The worker inserts it at `<!--paint-->` in index.html, for
 * visitors of "/" only.
 */
export const heroMarkup = (): string =>
  [
    '<div class="hero-bar"></div><main class="hero">',
    city("hero-city hero-far", ["houses"]),
    city("hero-city", ["houses", "windows"]),
    '<div class="hero-row">',
    `<div class="hero-words"><h1>${HERO.title}</h1><p>${HERO.text}</p>`,
    `<p class="hero-actions"><a class="hero-cta" href="/register">${HERO.signUp}</a>`,
    ` <a class="hero-look" href="/levels">${HERO.browse}</a></p></div>`,
    `<div class="hero-bopi">${bopiFigure({ ...(SHOW_OUTFITS[0] && { colors: SHOW_OUTFITS[0] }) })}</div>`,
    "</div></main>",
  ].join("");
