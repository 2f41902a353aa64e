import { lookPictureUrl } from "../avatar/bopi-look.ts";
import type { StarterItem } from "../starter/api.ts";
import { HERO, HERO_PICTURE, HERO_SWATCHES } from "./hero.ts";
import { heroLook } from "./hero-look.ts";

const city = (className: string, parts: string[]): string =>
  `<svg class="${className}" viewBox="0 0 1440 230" preserveAspectRatio="xMidYMax slice" aria-hidden="true">${parts
    .map((part) => `<use class="hero-${part}" href="/static/city.svg#${part}"/>`)
    .join("")}</svg>`;

/** The rack without its buttons' functions: the same boxes in the same places. */
const rack = (starters: readonly StarterItem[]): string =>
  `<div class="hero-rack"><p>${HERO.rack}</p><div class="hero-items">${starters
    .map(
      ({ thumbnail_url }) =>
        `<span class="hero-item"><img src="${thumbnail_url}" width="48" height="48" loading="lazy" fetchpriority="low" alt=""></span>`,
    )
    .join(
      "",
    )}</div><div class="hero-colors">${HERO_SWATCHES.map(() => '<span class="hero-swatch"></span>').join("")}<span class="hero-swatch hero-wheel"></span></div></div>`;

export const heroPictureUrl = (starters: readonly StarterItem[]): string =>
  lookPictureUrl(heroLook(starters), HERO_PICTURE);

/** The home page's hero as HTML at `<!--paint-->`, the same as web/features/home/hero.tsx renders. */
export const heroMarkup = (starters: readonly StarterItem[]): string =>
  [
    '<div class="hero-bar"></div><main class="hero">',
    city("hero-city hero-far", ["houses"]),
    city("hero-city", ["houses", "windows"]),
    '<div class="hero-row">',
    `<div class="hero-words"><h1>${HERO.title}</h1><p>${HERO.text}</p>`,
    `<p class="hero-actions"><a class="hero-cta" href="/register">${HERO.signUp}</a>`,
    ` <a class="hero-look" href="/levels">${HERO.browse}</a></p></div>`,
    `<div class="hero-dress"><div class="hero-bopi"><img src="${heroPictureUrl(starters)}" width="512" height="512" fetchpriority="high" alt=""></div>`,
    `${rack(starters)}</div></div></main>`,
  ].join("");
