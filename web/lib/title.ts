import { useEffect } from "react";
import { SITE } from "#domain/site.ts";
import { formatBadgeCount } from "./format.ts";

let title = "";
let unread = "";

const write = () => {
  if (title) document.title = unread + title;
};

/** Sets the document title: "Sky Maze · Bopolis", or only the site's name. */
export function useTitle(page: string | undefined): void {
  useEffect(() => {
    title = page ? `${page} · ${SITE.name}` : SITE.name;
    write();
  }, [page]);
}

/** Puts the number of unread messages before the document title: "(3) Sky Maze · Bopolis". */
export function showUnreadInTitle(count: number): void {
  unread = count > 0 ? `(${formatBadgeCount(count)}) ` : "";
  write();
}
