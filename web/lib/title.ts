import { useEffect } from "react";
import { SITE } from "#domain/site.ts";
import { capped } from "./format.ts";

let title = "";
let sign = "";

const write = () => {
  if (title) document.title = sign + title;
};

/** Sets the window's title: "Sky Maze · Bopolis", or the site's name alone. */
export function useTitle(page: string | undefined): void {
  useEffect(() => {
    title = page ? `${page} · ${SITE.name}` : SITE.name;
    write();
  }, [page]);
}

/** Unread messages before it: "(3) Sky Maze · Bopolis". */
export function showUnread(count: number): void {
  sign = count > 0 ? `(${capped(count)}) ` : "";
  write();
}
