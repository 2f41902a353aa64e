import DOMPurify, { type Config } from "dompurify";

/** What the worker's Markdown makes (domain/forums/markdown), and nothing else. */
const ALLOWED: Config = {
  ALLOWED_TAGS: "p br strong em ul ol li blockquote pre code hr a img span".split(" "),
  ALLOWED_ATTR: "href src alt width height class data-spoiler data-mention data-embed data-id".split(" "),
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  ALLOWED_URI_REGEXP: /^(?:https?:\/\/|\/(?![/\\]))/i,
  // These hold no addresses, as the rule above would have it of every attribute.
  ADD_URI_SAFE_ATTR: "width height data-embed data-id".split(" "),
  RETURN_DOM_FRAGMENT: true,
};

const EMOTICON = /^\/static\/emoticons\/[a-z0-9_]+\.svg$/;
const ELSEWHERE = { target: "_blank", rel: "nofollow noopener noreferrer ugc" };

/** A place in a post where a level or an item is shown. */
export interface EmbedPlace {
  type: "level" | "item";
  id: number;
  element: HTMLElement;
}

function clothe(link: HTMLAnchorElement): void {
  const { origin } = new URL(link.getAttribute("href") ?? "", window.location.href);
  if (origin === window.location.origin) return;
  for (const [name, value] of Object.entries(ELSEWHERE)) link.setAttribute(name, value);
}

/** Covers a spoiler: a button over text that nobody sees, hears or reaches until it is pressed. */
function cover(spoiler: HTMLElement, label: string): void {
  const hidden = document.createElement("span");
  hidden.inert = true;
  hidden.append(...spoiler.childNodes);
  spoiler.append(hidden);
  const names = { role: "button", tabindex: "0", "aria-expanded": "false", "aria-label": label };
  for (const [name, value] of Object.entries(names)) spoiler.setAttribute(name, value);
}

/** Opens the spoiler that was pressed, if it is still covered. */
export function uncover(spoiler: Element): boolean {
  if (spoiler.getAttribute("aria-expanded") !== "false") return false;
  for (const name of ["role", "aria-label", "aria-expanded"]) spoiler.removeAttribute(name);
  // Whoever came by keyboard stays where they are.
  spoiler.setAttribute("tabindex", "-1");
  spoiler.setAttribute("data-spoiler", "open");
  spoiler.querySelector<HTMLElement>(":scope > [inert]")?.removeAttribute("inert");
  return true;
}

/** A card stands in a box of its own: a paragraph can't hold one. */
function makePlace(paragraph: HTMLElement): EmbedPlace | null {
  const type = paragraph.dataset.embed;
  const id = Number(paragraph.dataset.id);
  if ((type !== "level" && type !== "item") || !Number.isSafeInteger(id)) return null;
  const element = document.createElement("div");
  element.dataset.card = type;
  paragraph.replaceWith(element);
  return { type, id, element };
}

/** A post's HTML as safe nodes, and the places in it that wait for cards. */
export function safePost(
  html: string,
  spoilerLabel: string,
): { post: DocumentFragment; places: EmbedPlace[] } {
  const post = DOMPurify.sanitize(html, ALLOWED) as unknown as DocumentFragment;
  for (const image of post.querySelectorAll("img"))
    if (!EMOTICON.test(image.getAttribute("src") ?? "")) image.remove();
  for (const styled of post.querySelectorAll("[class]:not(img)")) styled.removeAttribute("class");
  for (const link of post.querySelectorAll("a")) clothe(link);
  for (const spoiler of post.querySelectorAll<HTMLElement>("[data-spoiler]")) cover(spoiler, spoilerLabel);
  const places = [...post.querySelectorAll<HTMLElement>("[data-embed]")].flatMap(
    (paragraph) => makePlace(paragraph) ?? [],
  );
  return { post, places };
}
