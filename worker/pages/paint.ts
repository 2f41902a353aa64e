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

const heading = (text: string) => `<h1>${escapeHtml(text)}</h1>`;

/** A list: its heading and the first row of cards' pictures, five on a wide screen. */
export function listPaint(title: string, pictures: string[]): string {
  const row = [...pictures.slice(0, 2).map(picture), ...pictures.slice(2, 5).map(widePicture)];
  return main("paint", `${heading(title)}<div class="paint-row">${row.join("")}</div>`);
}

/** Items: the heading and the first row of their pictures, the carousel's or the list's. */
export function itemsPaint(
  title: string,
  pictures: string[],
  isCarousel: boolean,
  isMember: boolean,
): string {
  const row = [
    ...pictures.slice(0, 2).map(picture),
    ...pictures.slice(2, isCarousel ? 4 : 5).map(widePicture),
  ];
  const names = ["paint-items", isCarousel && "paint-carousel", isMember && "paint-member"];
  return main(
    "paint",
    `${heading(title)}<div class="${names.filter(Boolean).join(" ")}">${row.join("")}</div>`,
  );
}

/** A level: its picture and its title. */
export const levelPaint = (title: string, address: string): string =>
  main("paint paint-split", `${picture(address)}<div>${heading(title)}</div>`);

/** An item: the same, the picture in its frame. */
export const itemPaint = (name: string, address: string): string =>
  main("paint paint-item", `${picture(address)}<div>${heading(name)}</div>`);

/** A page of words: its heading alone. */
export const headingPaint = (title: string): string => main("paint", heading(title));
