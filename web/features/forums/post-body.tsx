import { useLayoutEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { useNavigate } from "react-router";
import type { Embeds } from "#domain/forums/api.ts";
import { ItemEmbedCard, LevelEmbedCard, MissingEmbedCard } from "./embed-card.tsx";
import styles from "./post-body.module.css";
import { type EmbedPlace, safePost, uncoverSpoiler } from "./safe-post.ts";
import { forumsText } from "./text/forums.ts";

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

/** A post's text: sanitized, with covered spoilers, and levels and items as cards. */
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
