import { useLayoutEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { useNavigate } from "react-router";
import type { Embeds } from "#domain/forums/api.ts";
import { forumsText } from "#web/text/forums.ts";
import { ItemEmbed, LevelEmbed, MissingEmbed } from "./embed-card.tsx";
import styles from "./post-body.module.css";
import { type EmbedPlace, safePost, uncover } from "./safe-post.ts";

/** Answered by the worker, and no page of the app. */
const NO_PAGE = /^\/(?:api|assets|static|build|random-level)(?:\/|$)/;

/** Where a plain press on a link of this site leads within the app; otherwise the browser sees to it. */
function pageOf(event: MouseEvent, link: HTMLAnchorElement): string | null {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  if (link.origin !== window.location.origin || NO_PAGE.test(link.pathname)) return null;
  return link.pathname + link.search + link.hash;
}

function Card({ place: { type, id }, embeds }: { place: EmbedPlace; embeds: Embeds }) {
  if (type === "level") {
    const level = embeds.levels.find((one) => one.id === id);
    return level ? <LevelEmbed level={level} /> : <MissingEmbed type={type} />;
  }
  const item = embeds.items.find((one) => one.id === id);
  return item ? <ItemEmbed item={item} /> : <MissingEmbed type={type} />;
}

export interface PostBodyProps {
  /** As the site has rendered it; nothing in it is trusted. */
  html: string;
  embeds: Embeds;
}

/** What somebody wrote in the forums: sanitised, its spoilers covered, its levels and items as cards. */
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
      if (spoiler && uncover(spoiler)) return;
      const link = target.closest("a");
      const page = link && !event.defaultPrevented && pageOf(event, link);
      if (!page) return;
      event.preventDefault();
      void navigate(page);
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      if (event.target instanceof Element && uncover(event.target)) event.preventDefault();
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
        createPortal(<Card place={place} embeds={embeds} />, place.element, String(index)),
      )}
    </>
  );
}
