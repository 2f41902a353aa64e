import DOMPurify, { type Config } from "dompurify";
import { type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { Link, useNavigate } from "react-router";
import type { UserCard } from "#domain/api/response.ts";
import type { Embeds } from "#domain/forums/api.ts";
import type { ItemCardData } from "#domain/items/item-card.ts";
import type { LevelCardData } from "#domain/levels/card.ts";
import { ItemCost } from "#web/components/item-cost.tsx";
import playing from "#web/components/playing-count.module.css";
import { levelCardText } from "#web/components/text/level-card.ts";
import { UserName } from "#web/components/user-name.tsx";
import { usePlayerCount } from "#web/lib/live/player-count.ts";
import { useItemPicture } from "#web/lib/pictures.ts";
import { Card } from "#web/ui/card.tsx";
import { cx } from "#web/ui/cx.ts";
import link from "#web/ui/whole-link.module.css";
import embedCardStyles from "./embed-card.module.css";
import styles from "./post-body.module.css";
import { forumsText } from "./text/forums.ts";

interface EmbedProps {
  picture: string;
  pictureClass: string | undefined;
  to: string;
  name: string;
  by: string;
  user: UserCard;
  children: ReactNode;
}

function EmbedFrame({ picture, pictureClass, to, name, by, user, children }: EmbedProps) {
  return (
    <Card lift flush className={embedCardStyles.card}>
      <img className={pictureClass} src={picture} alt="" loading="lazy" decoding="async" />
      <div className={embedCardStyles.text}>
        <p className={cx(embedCardStyles.name, link.whole)} dir="auto">
          <Link to={to}>{name}</Link>
        </p>
        <p className={embedCardStyles.by}>
          {by}
          <UserName user={user} />
        </p>
        {children}
      </div>
    </Card>
  );
}

function LevelEmbedCard({ level }: { level: LevelCardData }) {
  const players = usePlayerCount(level.id, level.players_count);
  return (
    <EmbedFrame
      picture={level.thumbnail_url}
      pictureClass={embedCardStyles.wide}
      to={level.url}
      name={level.title}
      by={forumsText.levelBy}
      user={level.user}
    >
      {players > 0 && (
        <p className={cx(playing.playing, embedCardStyles.small)}>{levelCardText.playing(players)}</p>
      )}
    </EmbedFrame>
  );
}

function ItemEmbedCard({ item }: { item: ItemCardData }) {
  return (
    <EmbedFrame
      picture={useItemPicture(item)}
      pictureClass={embedCardStyles.square}
      to={`/items/${item.id}`}
      name={item.name}
      by={forumsText.itemBy}
      user={item.user}
    >
      <p className={embedCardStyles.cost}>
        <ItemCost item={item} />
      </p>
    </EmbedFrame>
  );
}

const MissingEmbedCard = ({ type }: { type: "level" | "item" }) => (
  <p className={embedCardStyles.missing}>{forumsText.embeds[type]}</p>
);

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
interface EmbedPlace {
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
function uncoverSpoiler(spoiler: Element): boolean {
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
function safePost(html: string, spoilerLabel: string): { post: DocumentFragment; places: EmbedPlace[] } {
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

/** Paths the worker handles, which aren't pages of the app. */
const WORKER_PATHS = /^\/(?:api|assets|static|build|random-level)(?:\/|$)/;

/** Returns the app path of a plain click on an internal link; null leaves it to the browser. */
function appPathOf(event: MouseEvent, link: HTMLAnchorElement): string | null {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  if (link.origin !== window.location.origin || WORKER_PATHS.test(link.pathname)) return null;
  return link.pathname + link.search + link.hash;
}

function EmbedCard({ place: { type, id }, embeds }: { place: EmbedPlace; embeds: Embeds }) {
  if (type === "level") {
    const level = embeds.levels.find((card) => card.id === id);
    return level ? <LevelEmbedCard level={level} /> : <MissingEmbedCard type={type} />;
  }
  const item = embeds.items.find((card) => card.id === id);
  return item ? <ItemEmbedCard item={item} /> : <MissingEmbedCard type={type} />;
}

export interface PostBodyProps {
  /** HTML rendered by the server; untrusted. */
  html: string;
  embeds: Embeds;
}

export function PostBody({ html, embeds }: PostBodyProps) {
  const body = useRef<HTMLDivElement>(null);
  const [places, setPlaces] = useState<EmbedPlace[]>([]);
  const navigate = useNavigate();

  useLayoutEffect(() => {
    const safe = safePost(html, forumsText.spoiler);
    body.current?.replaceChildren(safe.post);
    setPlaces(safe.places);
  }, [html]);

  useLayoutEffect(() => {
    const element = body.current;
    if (!element) return;
    const onClick = (event: MouseEvent) => {
      const target = event.target as Element;
      const spoiler = target.closest("[data-spoiler]");
      if (spoiler && uncoverSpoiler(spoiler)) return;
      const link = target.closest("a");
      const page = link && !event.defaultPrevented && appPathOf(event, link);
      if (!page) return;
      event.preventDefault();
      void navigate(page);
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      if (event.target instanceof Element && uncoverSpoiler(event.target)) event.preventDefault();
    };
    element.addEventListener("click", onClick);
    element.addEventListener("keydown", onKey);
    return () => {
      element.removeEventListener("click", onClick);
      element.removeEventListener("keydown", onKey);
    };
  }, [navigate]);

  return (
    <>
      <div ref={body} className={styles.body} />
      {places.map((place, index) =>
        createPortal(<EmbedCard place={place} embeds={embeds} />, place.element, String(index)),
      )}
    </>
  );
}
