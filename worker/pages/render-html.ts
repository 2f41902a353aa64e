import { NONE_SELECTED } from "#domain/inventory/view.ts";
import type { ImageSource } from "#domain/levels/picture-source.ts";
import type { ProfileTheme } from "#domain/themes/theme.ts";
import { escapeHtml } from "./html.ts";

/** Server-rendered HTML (web/styles/paint.css): shown before any script, in its final position. */
const main = (className: string, content: string) =>
  `<div class="hero-bar"></div><main class="${className}">${content}</main>`;

function imageTag(source: ImageSource | string): string {
  const { src, srcSet, sizes } = typeof source === "string" ? ({ src: source } as ImageSource) : source;
  const sources = srcSet && sizes ? ` srcset="${escapeHtml(srcSet)}" sizes="${escapeHtml(sizes)}"` : "";
  return `<img src="${escapeHtml(src)}"${sources} width="512" height="288" fetchpriority="high" alt="">`;
}

/** A picture that phones don't show and therefore don't load. */
const wideImageTag = (src: string) =>
  `<img class="paint-wide" src="${escapeHtml(src)}" width="512" height="288" loading="lazy" alt="">`;

/** The first pictures of a list: 2 on phones, up to `most` on wider screens. */
const rowOf = (pictures: string[], most: number) =>
  [...pictures.slice(0, 2).map((src) => imageTag(src)), ...pictures.slice(2, most).map(wideImageTag)].join(
    "",
  );

const heading = (text: string) => `<h1 dir="auto">${escapeHtml(text)}</h1>`;

/** A list: heading and the first row of thumbnails, 5 on a wide screen. */
export function renderListHtml(title: string, pictures: string[]): string {
  return main("paint", `${heading(title)}<div class="paint-row">${rowOf(pictures, 5)}</div>`);
}

/** Items: heading and the first row of pictures, from the carousel or the list. */
export function renderItemsHtml(
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

/** A level: picture and title. */
export const renderLevelHtml = (title: string, picture: ImageSource): string =>
  main("paint paint-split", `${imageTag(picture)}<div>${heading(title)}</div>`);

/** A level that is about to be played: its blurred picture and title. Its styles are in the player's own style sheet. */
export const renderPlayHtml = (title: string, username: string, src: string): string =>
  `<main class="play-paint">${imageTag(src)}${heading(title)}<p>By ${escapeHtml(username)}</p><div></div></main>`;

/** An item: the same, with a frame around the picture. */
export const renderItemHtml = (name: string, src: string): string =>
  main("paint paint-item", `${imageTag(src)}<div>${heading(name)}</div>`);

/** A profile: bopi and name on the user's profile theme (styles in web/styles/profile-theme.css). */
export function renderProfileHtml(username: string, src: string, profileTheme: ProfileTheme): string {
  const { gradient_start_color: start, gradient_end_color: end, theme } = profileTheme;
  const stops = [start, end ?? start].map((color, i) => `<stop offset="${i}" stop-color="#${color}"/>`);
  const background = `<svg class="profile-theme-back" viewBox="0 0 1 1" preserveAspectRatio="none"><linearGradient id="profile-theme" x2="0" y2="1">${stops.join("")}</linearGradient><path fill="url(#profile-theme)" d="M0 0h1v1H0z"/></svg>`;
  const sheet = `<div class="profile-theme-sheet"><div class="paint paint-profile">${imageTag(src)}${heading(username)}</div></div>`;
  return main(`profile-theme${theme ? ` profile-theme-${theme.name}` : ""}`, background + sheet);
}

/** An inventory with the hint that phones show while no item is selected. */
export const renderInventoryHtml = (title: string): string =>
  main(
    "paint paint-inventory",
    `${heading(title)}<p class="paint-hint"><strong>${NONE_SELECTED.title}</strong> ${NONE_SELECTED.hint}</p>`,
  );

/** A user's levels: heading and the first row of thumbnails. */
export const renderUserLevelsHtml = (title: string, pictures: string[]): string =>
  main("paint paint-levels", `${heading(title)}<div>${rowOf(pictures, 5)}</div>`);

/** Users: heading and the first names. */
export const renderPeopleHtml = (title: string, names: string[]): string => {
  const people = names.slice(0, 3).map((name) => `<li>${escapeHtml(name)}</li>`);
  return main("paint", `${heading(title)}<ul class="paint-people">${people.join("")}</ul>`);
};

/** A page with nothing but its heading. */
export const renderHeadingHtml = (title: string): string => main("paint", heading(title));

/** A forum page: breadcrumbs and heading. */
export const renderForumHtml = (title: string, ...breadcrumbs: string[]): string => {
  const steps = ["Forums", ...breadcrumbs].map((name) => `<li dir="auto">${escapeHtml(name)}</li>`);
  return main("paint", `<div class="paint-forum"><ol>${steps.join("")}</ol>${heading(title)}</div>`);
};
