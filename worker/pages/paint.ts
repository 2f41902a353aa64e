import { NONE_SELECTED } from "#domain/inventory/view.ts";
import type { ProfileTheme } from "#domain/themes/theme.ts";
import { escapeHtml } from "./html.ts";

/**
 * The first paint of a page as plain HTML (styles in web/styles/paint.css): its heading and pictures stand before any
 * script has run, at the places where the page will draw them.
 */
const main = (className: string, content: string) =>
  `<div class="hero-bar"></div><main class="${className}">${content}</main>`;

const picture = (address: string) =>
  `<img src="${escapeHtml(address)}" width="512" height="288" fetchpriority="high" alt="">`;

/** One that a phone does not show, and so does not fetch. */
const widePicture = (address: string) =>
  `<img class="paint-wide" src="${escapeHtml(address)}" width="512" height="288" loading="lazy" alt="">`;

/** The first pictures of a list: two on a phone, up to `most` where there is room. */
const rowOf = (pictures: string[], most: number) =>
  [...pictures.slice(0, 2).map(picture), ...pictures.slice(2, most).map(widePicture)].join("");

const heading = (text: string) => `<h1>${escapeHtml(text)}</h1>`;

/** A list: its heading and the first row of cards' pictures, five on a wide screen. */
export function listPaint(title: string, pictures: string[]): string {
  return main("paint", `${heading(title)}<div class="paint-row">${rowOf(pictures, 5)}</div>`);
}

/** Items: the heading and the first row of their pictures, the carousel's or the list's. */
export function itemsPaint(
  title: string,
  pictures: string[],
  isCarousel: boolean,
  isMember: boolean,
): string {
  const names = ["paint-items", isCarousel && "paint-carousel", isMember && "paint-member"];
  return main(
    "paint",
    `${heading(title)}<div class="${names.filter(Boolean).join(" ")}">${rowOf(pictures, isCarousel ? 4 : 5)}</div>`,
  );
}

/** A level: its picture and its title. */
export const levelPaint = (title: string, address: string): string =>
  main("paint paint-split", `${picture(address)}<div>${heading(title)}</div>`);

/** An item: the same, the picture in its frame. */
export const itemPaint = (name: string, address: string): string =>
  main("paint paint-item", `${picture(address)}<div>${heading(name)}</div>`);

/** Somebody's page: their bopi and their name, on what their profile wears (styles in web/styles/worn.css). */
export function profilePaint(username: string, address: string, worn: ProfileTheme): string {
  const { gradient_start_color: start, gradient_end_color: end, theme } = worn;
  const stops = [start, end ?? start].map((color, i) => `<stop offset="${i}" stop-color="#${color}"/>`);
  const back = `<svg class="worn-back" viewBox="0 0 1 1" preserveAspectRatio="none"><linearGradient id="worn" x2="0" y2="1">${stops.join("")}</linearGradient><path fill="url(#worn)" d="M0 0h1v1H0z"/></svg>`;
  const sheet = `<div class="worn-sheet"><div class="paint paint-profile">${picture(address)}${heading(username)}</div></div>`;
  return main(`worn${theme ? ` worn-${theme.name}` : ""}`, back + sheet);
}

/** On phones, what an inventory says while no item is chosen. */
export const inventoryPaint = (title: string): string =>
  main(
    "paint paint-inventory",
    `${heading(title)}<p class="paint-hint"><strong>${NONE_SELECTED.title}</strong> ${NONE_SELECTED.hint}</p>`,
  );

/** Somebody's levels: the heading and the first row of pictures. */
export const userLevelsPaint = (title: string, pictures: string[]): string =>
  main("paint paint-levels", `${heading(title)}<div>${rowOf(pictures, 5)}</div>`);

/** People: the heading and the first names. */
export const peoplePaint = (title: string, names: string[]): string => {
  const people = names.slice(0, 3).map((name) => `<li>${escapeHtml(name)}</li>`);
  return main("paint", `${heading(title)}<ul class="paint-people">${people.join("")}</ul>`);
};

/** A page of words: its heading alone. */
export const headingPaint = (title: string): string => main("paint", heading(title));

/** A page in the forums: the way down to it, and its heading. */
export const forumPaint = (title: string, ...way: string[]): string => {
  const steps = ["Forums", ...way].map((name) => `<li>${escapeHtml(name)}</li>`);
  return main("paint", `<div class="paint-forum"><ol>${steps.join("")}</ol>${heading(title)}</div>`);
};
