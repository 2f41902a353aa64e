import { bopiFigure } from "../avatar/figure.ts";
import { SHOW_OUTFITS } from "../avatar/outfits.ts";

/** The words a visitor meets first. They stand here because the worker writes them into the HTML too. */
export const HERO = {
  title: "A toy city that its players build",
  text: "Dress a bopi, build levels out of blocks, and play everybody else's. Free, friendly, and open all night.",
  signUp: "Make your bopi",
  look: "or look around first",
} as const;

const city = (className: string, parts: string[]): string =>
  `<svg class="${className}" viewBox="0 0 1440 230" preserveAspectRatio="xMidYMax slice" aria-hidden="true">${parts
    .map((part) => `<use class="hero-${part}" href="/static/city.svg#${part}"/>`)
    .join("")}</svg>`;

/**
 * The front page's first picture as plain HTML, so that it is painted before any script is here. The page's
 * own code draws the same thing in the same place (web/app/home/hero.tsx; both use web/styles/hero.css).
 * It goes where index.html has `<!--paint-->`, for visitors of "/" only.
 */
export const heroMarkup = (): string =>
  [
    '<div class="hero-bar"></div><main class="hero">',
    city("hero-city hero-far", ["houses"]),
    city("hero-city", ["houses", "windows"]),
    '<div class="hero-row">',
    `<div class="hero-words"><h1>${HERO.title}</h1><p>${HERO.text}</p>`,
    `<p class="hero-acts"><a class="hero-cta" href="/register">${HERO.signUp}</a>`,
    ` <a class="hero-look" href="/levels">${HERO.look}</a></p></div>`,
    `<div class="hero-bopi">${bopiFigure({ ...(SHOW_OUTFITS[0] && { colors: SHOW_OUTFITS[0] }) })}</div>`,
    "</div></main>",
  ].join("");
