import DOMPurify, { type Config } from "dompurify";

/** Only the tags and attributes the worker's Markdown renders (domain/forums/markdown). */
const ALLOWED: Config = {
  ALLOWED_TAGS: "p br strong em ul ol li blockquote pre code hr a img span".split(" "),
  ALLOWED_ATTR: "href src alt width height class data-spoiler data-mention data-embed data-id".split(" "),
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  ALLOWED_URI_REGEXP: /^(?:https?:\/\/|\/(?![/\\]))/i,
  // These contain no URLs; otherwise the regular expression above would apply to them.
  ADD_URI_SAFE_ATTR: "width height data-embed data-id".split(" "),
  RETURN_DOM_FRAGMENT: true,
};

const EMOTICON = /^\/static\/emoticons\/[a-z0-9_]+\.svg$/;
const EXTERNAL_LINK = { target: "_blank", rel: "nofollow noopener noreferrer ugc" };

/** The element in a post that shows a level or an item. */
export interface EmbedPlace {
  type: "level" | "item";
  id: number;
  element: HTMLElement;
}

function secureLink(link: HTMLAnchorElement): void {
  const { origin } = new URL(link.getAttribute("href") ?? "", window.location.href);
  if (origin === window.location.origin) return;
  for (const [name, value] of Object.entries(EXTERNAL_LINK)) link.setAttribute(name, value);
}

/** Covers a spoiler with a button. Its text is hidden and inert until pressed. */
function coverSpoiler(spoiler: HTMLElement, label: string): void {
  const hidden = document.createElement("span");
  hidden.inert = true;
  hidden.append(...spoiler.childNodes);
  spoiler.append(hidden);
  const names = { role: "button", tabindex: "0", "aria-expanded": "false", "aria-label": label };
  for (const [name, value] of Object.entries(names)) spoiler.setAttribute(name, value);
}

/** Uncovers a spoiler. Returns false if it is already open. */
export function uncoverSpoiler(spoiler: Element): boolean {
  if (spoiler.getAttribute("aria-expanded") !== "false") return false;
  for (const name of ["role", "aria-label", "aria-expanded"]) spoiler.removeAttribute(name);
  // Keeps the keyboard focus.
  spoiler.setAttribute("tabindex", "-1");
  spoiler.setAttribute("data-spoiler", "open");
  spoiler.querySelector<HTMLElement>(":scope > [inert]")?.removeAttribute("inert");
  return true;
}

/** Replaces an embed's paragraph with a div, because a paragraph can't contain a card. */
function createPlace(paragraph: HTMLElement): EmbedPlace | null {
  const type = paragraph.dataset.embed;
  const id = Number(paragraph.dataset.id);
  if ((type !== "level" && type !== "item") || !Number.isSafeInteger(id)) return null;
  const element = document.createElement("div");
  element.dataset.card = type;
  paragraph.replaceWith(element);
  return { type, id, element };
}

/** Returns a post's HTML as sanitized nodes, and the elements to fill with cards. */
export function safePost(
  html: string,
  spoilerLabel: string,
): { post: DocumentFragment; places: EmbedPlace[] } {
  const post = DOMPurify.sanitize(html, ALLOWED) as unknown as DocumentFragment;
  for (const image of post.querySelectorAll("img"))
    if (!EMOTICON.test(image.getAttribute("src") ?? "")) image.remove();
  for (const styled of post.querySelectorAll("[class]:not(img)")) styled.removeAttribute("class");
  for (const link of post.querySelectorAll("a")) secureLink(link);
  for (const spoiler of post.querySelectorAll<HTMLElement>("[data-spoiler]"))
    coverSpoiler(spoiler, spoilerLabel);
  const places = [...post.querySelectorAll<HTMLElement>("[data-embed]")].flatMap(
    (paragraph) => createPlace(paragraph) ?? [],
  );
  return { post, places };
}
