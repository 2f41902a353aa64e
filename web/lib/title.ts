import { useEffect } from "react";
import { SITE } from "#domain/site.ts";

/** Sets the window's title: "Sky Maze · Bopolis", or the site's name alone. */
export function useTitle(title: string | undefined): void {
  useEffect(() => {
    document.title = title ? `${title} · ${SITE.name}` : SITE.name;
  }, [title]);
}
